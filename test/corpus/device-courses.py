"""FIT courses as Garmin's own decoder reads them: a line of JSON for each file, in order."""
import json, sys
from garmin_fit_sdk import Decoder, Stream

DEGREES = 180 / 2**31

def facts(path):
    decoder = Decoder(Stream.from_file(path))
    if not decoder.check_integrity():
        raise ValueError("wrong checksum or size")
    messages, errors = Decoder(Stream.from_file(path)).read(convert_datetimes_to_dates=False)
    if errors:
        raise errors[0]
    records = messages["record_mesgs"]
    return {
        "type": messages["file_id_mesgs"][0]["type"],
        "name": messages["course_mesgs"][0]["name"],
        "events": [[event["event"], event["event_type"]] for event in messages["event_mesgs"]],
        "laps": [lap["total_distance"] for lap in messages["lap_mesgs"]],
        "points": [[record["position_lat"] * DEGREES, record["position_long"] * DEGREES, record.get("altitude")] for record in records],
        "length": records[-1]["distance"],
        "isOrdered": all(one["timestamp"] <= other["timestamp"] for one, other in zip(records, records[1:])),
        "waypoints": [[point["name"], point["type"]] for point in messages.get("course_point_mesgs", [])],
    }

for path in sys.argv[1:]:
    try:
        print(json.dumps(facts(path)))
    except Exception as error:
        print(json.dumps({"error": str(error)}))
