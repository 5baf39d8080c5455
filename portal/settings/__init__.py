"""Settings: `base` is safe by default and runs a development machine, `production` only tightens it."""
