"""System checks that stop an unsafe deployment."""
