"""Imports all modules of the generated client, and calls the server with it."""

import importlib
import pkgutil
import sys

import milepost

url, token = sys.argv[1:]
modules = [found.name for found in pkgutil.walk_packages(milepost.__path__, "milepost.")]
for name in modules:
    importlib.import_module(name)

from milepost import AuthenticatedClient
from milepost.api.profile import get_profile
from milepost.api.workouts import enter_workout, get_workout, list_workouts
from milepost.models import EnterWorkoutBody

client = AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)
assert get_profile.sync(client=client).data.username == "clients"
body = EnterWorkoutBody(sport_id=1, workout_date="2026-11-21 08:00", duration=3600, distance=12.5)
created = enter_workout.sync(client=client, body=body).data.workouts[0]
listed = list_workouts.sync(client=client).data.workouts
assert created.id in [workout.id for workout in listed]
assert get_workout.sync(created.id, client=client).data.workouts[0].distance == 12.5
assert get_workout.sync("unknown", client=client).status == "not found"
print(f"{len(modules)} modules")
