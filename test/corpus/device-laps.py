"""Laps, lengths and totals of FIT files as Garmin's own decoder reads them: a line of JSON for each file, in order."""
import json, sys
from garmin_fit_sdk import Decoder, Stream

LAP = {"elapsed": "total_elapsed_time", "timer": "total_timer_time", "distance": "total_distance", "calories": "total_calories",
       "aveHr": "avg_heart_rate", "maxHr": "max_heart_rate", "avePower": "avg_power", "maxPower": "max_power"}

def facts(path):
    messages, _ = Decoder(Stream.from_file(path)).read(convert_datetimes_to_dates=False, merge_heart_rates=False, convert_types_to_strings=False)
    laps = [lap for lap in messages.get("lap_mesgs", []) if "start_time" in lap or "timestamp" in lap]
    sessions = messages.get("session_mesgs", [])
    return {
        "laps": sorted(({key: lap[name] for key, name in LAP.items() if name in lap} | {"start": lap.get("start_time", lap.get("timestamp"))} for lap in laps),
                       key=lambda lap: lap["start"]),
        "lengths": len(messages.get("length_mesgs", [])),
        "sessions": len(sessions),
        **{key: sum(session.get(LAP[key]) or 0 for session in sessions) for key in ("elapsed", "timer", "distance")},
    }

for path in sys.argv[1:]:
    try:
        print(json.dumps(facts(path)))
    except Exception as error:
        print(json.dumps({"error": str(error)}))
