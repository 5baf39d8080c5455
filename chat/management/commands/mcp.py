"""The tools for an assistant on this machine, over standard input and output."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand

from chat.mcp.tools import mcp_server


class Command(BaseCommand):
    """Speaks the Model Context Protocol until its input ends."""

    help = "Serve the regulations to an assistant over standard input and output (MCP)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        async_to_sync(mcp_server().run_stdio_async)()
