"""The regulations for assistants that speak the Model Context Protocol: five tools that read, with the states of the page."""
