"""Settings of the background work: which queue takes what, and what beat sends when."""

from __future__ import annotations

from celery.schedules import crontab
from kombu import Exchange, Queue

from portal.settings.operations import HEARTBEAT_EXPIRES_SECONDS, HEARTBEAT_SECONDS

CELERY_TASK_DEFAULT_QUEUE = "checks"
# Asking must not wait behind checking; a published word behind neither a file that is read nor the vectors of the last volume;
# a letter behind none of them. `calls` are questions of programs, `texts` what anybody has checked at length, `index` makes the
# words of published texts searchable, `vectors` follows, measures, and has questions of provisions written.
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name)
    for name in ("answers", "checks", "calls", "texts", "mail", "index", "reading", "vectors")
]
CELERY_TASK_ROUTES = (
    [
        ("chat.repair_*", {"queue": "checks"}),
        ("chat.expire_*", {"queue": "checks"}),
        ("chat.count_*", {"queue": "checks"}),
        ("chat.write_*", {"queue": "checks"}),
        ("chat.send_*", {"queue": "mail"}),
        # Nobody who asks waits behind what the staff has done once more, no letter and no program behind what takes minutes.
        ("chat.rerun_draft", {"queue": "vectors"}),
        ("chat.rerun*", {"queue": "checks"}),
        ("chat.embed_*", {"queue": "checks"}),
        ("chat.answer_call", {"queue": "calls"}),
        ("chat.*", {"queue": "answers"}),
        ("verification.send_*", {"queue": "mail"}),
        ("verification.tell_*", {"queue": "mail"}),
        ("verification.find_*", {"queue": "vectors"}),
        ("verification.verify_*", {"queue": "texts"}),
        ("verification.check_text", {"queue": "texts"}),
        ("verification.*", {"queue": "checks"}),
        ("regulations.send_*", {"queue": "mail"}),
        ("regulations.read_*", {"queue": "reading"}),
        ("regulations.embed_*", {"queue": "vectors"}),
        ("regulations.prepare_*", {"queue": "vectors"}),
        ("regulations.run_*", {"queue": "vectors"}),
        ("regulations.try_*", {"queue": "vectors"}),
        ("regulations.write_*", {"queue": "vectors"}),
        ("regulations.index_questions", {"queue": "vectors"}),
        ("regulations.*", {"queue": "index"}),
        ("portal.send_*", {"queue": "mail"}),
        # Beat names the queue; this is where one without a name would go.
        ("portal.*", {"queue": "checks"}),
    ],
)
# How soon lost work is found: well before somebody who waits would ask again.
REPAIR_SECONDS = 30.0
# How old the figures of the dashboard and an unsent digest may be.
FIGURES_SECONDS = DIGEST_SECONDS = 300.0
CELERY_BEAT_SCHEDULE = {
    name: {"task": name, "schedule": REPAIR_SECONDS}
    for name in (
        "portal.repair_work",
        "chat.repair_examples",
        "chat.embed_questions",
        "regulations.repair_index",
    )
} | {
    "chat.expire_conversations": {
        "task": "chat.expire_conversations",
        "schedule": crontab(hour=4, minute=10),
    },
    "portal.expire_sessions": {
        "task": "portal.expire_sessions",
        "schedule": crontab(hour=4, minute=20),
    },
    "verification.expire_shared_reports": {
        "task": "verification.expire_shared_reports",
        "schedule": crontab(hour=4, minute=40),
    },
    # After the night in which versions came into force, before the offices open.
    "verification.check_notices": {
        "task": "verification.check_notices",
        "schedule": crontab(hour=5, minute=40),
    },
    "regulations.read_watched": {
        "task": "regulations.read_watched",
        "schedule": crontab(minute=15),
    },
    "regulations.sweep_files": {
        "task": "regulations.sweep_files",
        "schedule": crontab(hour=4, minute=30),
    },
    # Every day, so that a first of the month on which nothing ran is made up for.
    "chat.write_reports": {"task": "chat.write_reports", "schedule": crontab(hour=5, minute=20)},
    "verification.tell_staff": {"task": "verification.tell_staff", "schedule": crontab(minute=5)},
    "verification.send_digests": {
        "task": "verification.send_digests",
        "schedule": DIGEST_SECONDS,
    },
    "regulations.send_amendments": {
        "task": "regulations.send_amendments",
        "schedule": DIGEST_SECONDS,
    },
    "chat.count_days": {
        "task": "chat.count_days",
        "schedule": FIGURES_SECONDS,
    },
}
CELERY_BEAT_SCHEDULE |= {
    f"portal.heartbeat.{queue.name}": {
        "task": "portal.heartbeat",
        "schedule": HEARTBEAT_SECONDS,
        "kwargs": {"queue": queue.name},
        "options": {"queue": queue.name, "expires": HEARTBEAT_EXPIRES_SECONDS},
    }
    for queue in CELERY_TASK_QUEUES
}
