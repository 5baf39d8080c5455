"""The kinds of facts that a claim and a provision can agree or differ in."""
