import type { Segment } from '@/domain/tracks/track'
import { writeGpx } from '@/domain/tracks/write-gpx'

const START = Date.UTC(2024, 5, 1, 8) / 1000
const METRES_PER_DEGREE = 111_320
const SEMICIRCLES_PER_DEGREE = 2 ** 31 / 180

/** A ride of one point per second with hills, bends, stops and sensors, identical for the same size. */
export function syntheticRide(size: number): Segment {
  const random = randomNumbers(size)
  const column = () => new Float64Array(size)
  const ride = {
    ...{ size, time: column(), lat: column(), lon: column(), ele: column() },
    ...{ hr: column(), cadence: column(), power: column() },
  }
  let [lat, lon, heading, stop] = [46, 7, 1, 0]
  for (let i = 0; i < size; i++) {
    stop = stop > 0 ? stop - 1 : random() < 0.001 ? 60 : 0
    const speed = stop > 0 ? 0 : 6 + 2 * Math.sin(i / 300)
    heading += (random() - 0.5) / 15
    lat += (speed * Math.cos(heading)) / METRES_PER_DEGREE
    lon += (speed * Math.sin(heading)) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))
    ride.time[i] = (START + i) * 1e6
    ride.lat[i] = Math.round(lat * 1e6) / 1e6
    ride.lon[i] = Math.round(lon * 1e6) / 1e6
    ride.ele[i] = Math.round((600 + 200 * Math.sin(i / 900) + random()) * 10) / 10
    ride.hr[i] = Math.round(135 + 20 * Math.sin(i / 200))
    ride.cadence[i] = stop > 0 ? 0 : 82 + Math.round(random() * 8)
    ride.power[i] = stop > 0 ? 0 : 180 + Math.round(random() * 90)
  }
  return ride
}

/** The beginning of a GPX file, as devices write it. */
const WATCH_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
<trk><name>Ride</name><trkseg>
`
const WATCH_TAIL = '</trkseg></trk></gpx>\n'

/** The ride as most devices write it, with heart rate and cadence: 230 bytes per point. */
export function watchFile(ride: Segment): Uint8Array<ArrayBuffer> {
  const parts = [WATCH_HEAD]
  for (let i = 0; i < ride.size; i++) {
    const [lat, lon] = [(ride.lat[i] ?? 0).toFixed(6), (ride.lon[i] ?? 0).toFixed(6)]
    const time = new Date((ride.time[i] ?? 0) / 1000).toISOString().replace('.000Z', 'Z')
    const [ele, hr, cadence] = [(ride.ele[i] ?? 0).toFixed(1), ride.hr[i], ride.cadence[i]]
    parts.push(
      `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele><time>${time}</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${hr}</gpxtpx:hr><gpxtpx:cad>${cadence}</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions></trkpt>\n`,
    )
  }
  return new TextEncoder().encode([...parts, WATCH_TAIL].join(''))
}

const DAY = 86_400e6

/** The same ride on another day and in another place. */
export const moveToDay = (ride: Segment, day: number): Segment => ({
  ...ride,
  time: ride.time.map((time) => time + day * DAY),
  lat: ride.lat.map((lat) => lat + (day % 100) / 1000),
  ele: ride.ele.map((ele) => ele + Math.sin(day) * 20),
})

/** The ride as a GPX 1.1 file, as the server writes it. */
export function gpxFile(ride: Segment): Uint8Array {
  const chunks = writeGpx({ creator: 'Milepost bench', calories: 900, segments: [ride] })
  return Buffer.from([...chunks].join(''))
}

// Field number, size and base type of a record message, little-endian.
const FIELDS = [
  [253, 4, 0x86],
  [0, 4, 0x85],
  [1, 4, 0x85],
  [2, 2, 0x84],
  [3, 1, 0x02],
  [4, 1, 0x02],
  [7, 2, 0x84],
] as const
const RECORD = 20
const FIT_EPOCH = 631_065_600
const HEADER_SIZE = 14
const RECORD_SIZE = 1 + FIELDS.reduce((sum, [, size]) => sum + size, 0)

/** The ride as a FIT file of record messages. */
export function fitFile(ride: Segment): Uint8Array {
  const definition = [0x40, 0, 0, RECORD, 0, FIELDS.length, ...FIELDS.flat()]
  const bodySize = definition.length + ride.size * RECORD_SIZE
  const file = new Uint8Array(HEADER_SIZE + bodySize + 2)
  const view = new DataView(file.buffer)
  file.set([HEADER_SIZE, 0x20, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54])
  view.setUint32(4, bodySize, true)
  file.set(definition, HEADER_SIZE)
  for (let i = 0; i < ride.size; i++) {
    writeRecord(view, HEADER_SIZE + definition.length + i * RECORD_SIZE, ride, i)
  }
  view.setUint16(file.length - 2, crc16(file.subarray(0, -2)), true)
  return file
}

function writeRecord(view: DataView, at: number, ride: Segment, i: number): void {
  view.setUint32(at + 1, (ride.time[i] ?? 0) / 1e6 - FIT_EPOCH, true)
  view.setInt32(at + 5, Math.round((ride.lat[i] ?? 0) * SEMICIRCLES_PER_DEGREE), true)
  view.setInt32(at + 9, Math.round((ride.lon[i] ?? 0) * SEMICIRCLES_PER_DEGREE), true)
  view.setUint16(at + 13, Math.round(((ride.ele[i] ?? 0) + 500) * 5), true)
  view.setUint8(at + 15, ride.hr[i] ?? 0)
  view.setUint8(at + 16, ride.cadence[i] ?? 0)
  view.setUint16(at + 17, ride.power[i] ?? 0, true)
}

/** CRC-16/ARC, the checksum at the end of FIT files. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** Pseudo-random numbers in [0, 1) from a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
