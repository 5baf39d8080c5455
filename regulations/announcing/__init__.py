"""사전공고: a draft is shown to the public before it is in force, and people remark on it. Nothing is answered from it."""
