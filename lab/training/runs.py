"""What every training run keeps: a checkpoint to go on from, a log, a learning rate that warms up and falls."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

SAVE_EVERY_SECONDS = 240


def half_precision() -> torch.autocast:
    """Multiply in sixteen bits where the processor does that by itself; imitated, it takes eighty times as long."""
    able = torch.cpu.get_capabilities()
    enabled = bool(able.get("avx512_bf16") or able.get("amx_bf16"))
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=enabled)


class TrainingRun:
    """A run in a folder, of so many steps. Started again with the same folder it goes on from the last checkpoint."""

    def __init__(
        self,
        model: nn.Module,
        groups: list[dict[str, Any]],
        *,
        folder: Path,
        steps: int,
        warm_up: float,
        weight_decay: float,
    ) -> None:
        self.trained, self.folder, self.steps, self.warm_up = model, folder, steps, warm_up
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=weight_decay)
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        self.step = 0
        self.saved_at = self.started = time.monotonic()
        self.losses: list[float] = []
        self.tokens = 0

    def restore(self) -> dict[str, Any] | None:
        """Read the last checkpoint of the folder; None where there is none yet."""
        path = self.folder / "last.pt"
        if not path.exists():
            return None
        stored: dict[str, Any] = torch.load(path, weights_only=True)
        self.trained.load_state_dict(stored["model"], strict=False)
        self.optimiser.load_state_dict(stored["optimiser"])
        self.step = stored["step"]
        self.log(f"resumed at step {self.step}")
        return stored

    def save(self, **more: float) -> None:
        """Write a checkpoint; a break while writing leaves the one before."""
        stored = {
            "model": trained_state(self.trained),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            **more,
        }
        torch.save(stored, self.folder / "next.pt")
        (self.folder / "next.pt").replace(self.folder / "last.pt")
        self.saved_at = time.monotonic()

    @property
    def is_save_due(self) -> bool:
        """Whether a break now would lose more than a few minutes."""
        return time.monotonic() - self.saved_at > SAVE_EVERY_SECONDS

    def log(self, line: str) -> None:
        """Add a line to the log."""
        with (self.folder / "log.txt").open("a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%H:%M:%S')} {line}\n")

    def log_progress(self, *, last: int) -> None:
        """Tell the mean loss of the last steps, and how fast it goes."""
        minutes = (time.monotonic() - self.started) / 60
        mean = sum(self.losses[-last:]) / len(self.losses[-last:])
        self.log(
            f"step {self.step}/{self.steps} loss {mean:.4f} "
            f"{self.tokens / minutes / 1000:.1f} k tokens a minute"
        )

    def set_rates(self) -> None:
        """The learning rates of this step: a short rise, then a straight fall."""
        done, warm = self.step / self.steps, self.warm_up
        share = done / warm if done < warm else max(0.02, (1 - done) / (1 - warm))
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * share

    def apply(self, loss: Tensor) -> None:
        """Learn from a loss whose gradients are there."""
        nn.utils.clip_grad_norm_(self.trained.parameters(), 1.0)
        self.optimiser.step()
        self.losses.append(float(loss.detach()))


def trained_state(model: nn.Module) -> dict[str, Tensor]:
    """What training changes; the rest is read again from its source."""
    learned = {name for name, value in model.named_parameters() if value.requires_grad}
    return {name: value for name, value in model.state_dict().items() if name in learned}
