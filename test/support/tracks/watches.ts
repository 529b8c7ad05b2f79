import { leaf, SAMPLE_START, type SamplePoint } from './points'

const RADIANS = Math.PI / 180
const secondsOf = ({ time = '' }: SamplePoint) => (Date.parse(time) - SAMPLE_START / 1000) / 1000
const degrees = (value: number | string | undefined) => Number(value ?? 0)

/** A flight as an IGC file, with `date` in that format. */
export function igcOf(points: readonly SamplePoint[], date = 'HFDTE040524'): string {
  const fixes = points.map((point) => {
    const time = (point.time ?? '').slice(11, 19).replaceAll(':', '')
    const ele = String(Math.round(degrees(point.ele))).padStart(5, '0')
    return `B${time}${minutes(degrees(point.lat), 2, 'NS')}${minutes(degrees(point.lon), 3, 'EW')}A${ele}${ele}`
  })
  const head = ['AXXX001', date, 'HFFTYFRTYPE:XCTrack,Phone', 'HFSITSite:Salève']
  return [...head, 'I013638FXA', ...fixes, 'LXXXnote', 'G1234', ''].join('\r\n')
}

function minutes(value: number, digits: number, [plus = '', minus = '']: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000)
  const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, '0')
  return `${whole}${String(thousandths % 60_000).padStart(5, '0')}${value < 0 ? minus : plus}`
}

/** A workout of TrainingPeaks. */
export function pwxOf(points: readonly SamplePoint[], distance = 1234): string {
  const samples = points.map((point) =>
    leaf(
      'sample',
      leaf('timeoffset', secondsOf(point)) +
        leaf('hr', point.hr) +
        leaf('pwr', point.power) +
        leaf('cad', point.cadence) +
        leaf('lat', point.lat) +
        leaf('lon', point.lon) +
        leaf('alt', point.ele),
    ),
  )
  return `<?xml version="1.0"?><pwx xmlns="http://www.peaksware.com/PWX/1/0" creator="x"><workout><athlete><name>A</name></athlete><sportType>Bike</sportType><title>Intervals</title><device id="d"><make>Maker</make><model>Two</model></device><time>2024-05-04T08:00:00</time><summarydata><beginning>0</beginning><duration>60</duration><dist>${distance}</dist></summarydata>${samples.join('')}</workout></pwx>`
}

/** Two root elements, as Moveslink2 wrote them, or `around` both. */
export function smlOf(points: readonly SamplePoint[], around = ''): string {
  const samples = points.flatMap((point) => [
    leaf('Sample', leaf('UTC', point.time) + leaf('HR', Number(point.hr) / 60)),
    point.lat === undefined
      ? ''
      : leaf(
          'Sample',
          leaf('UTC', point.time) +
            leaf('Latitude', degrees(point.lat) * RADIANS) +
            leaf('Longitude', degrees(point.lon) * RADIANS) +
            leaf('GPSAltitude', point.ele),
        ),
  ])
  const header =
    '<DateTime>2024-05-04T10:00:00</DateTime><Activity>Running</Activity><Distance>900</Distance><Duration>60</Duration><Energy>418400</Energy>'
  const name = around === '' ? 'header' : 'Header'
  const body = `${leaf(name, header)}<Device><Name>Ambit</Name></Device><Samples>${samples.join('')}</Samples>`
  const wrapped = around === '' ? body : `<${around}><DeviceLog>${body}</DeviceLog></${around}>`
  return `<?xml version="1.0" encoding="utf-8"?>\n${wrapped}`
}

/** The export of the Suunto app; `wrapped` as its service returns it. */
export function suuntoJsonOf(points: readonly SamplePoint[], wrapped = false): string {
  const samples = points.flatMap((point) => {
    const utc = { UTC: point.time }
    const position = {
      Latitude: degrees(point.lat) * RADIANS,
      Longitude: degrees(point.lon) * RADIANS,
      GPSAltitude: point.ele,
    }
    return [
      { ...utc, HR: Number(point.hr) / 60 },
      ...(point.lat === undefined ? [] : [{ ...utc, ...position }]),
    ]
  })
  const header = {
    DateTime: '2024-05-04T10:00:00.000+02:00',
    ActivityType: 3,
    Distance: 900,
    Duration: 60,
  }
  if (!wrapped) return JSON.stringify({ DeviceLog: { Header: header, Samples: samples } })
  const inside = samples.map((Sample) => ({
    Attributes: { 'suunto/sml': { Sample } },
    Source: 'suunto-1',
    TimeISO8601: Sample.UTC,
  }))
  return JSON.stringify({ Samples: inside })
}

/** A training session of Polar Flow's export, two hours ahead of UTC. */
export function polarJsonOf(points: readonly SamplePoint[]): string {
  const local = ({ time = '' }: SamplePoint) => time.replace('T08', 'T10').replace('Z', '.000')
  const dated = (key: 'hr' | 'cadence') =>
    points.map((point) => ({ dateTime: local(point), value: point[key] }))
  const route = points
    .filter(({ lat }) => lat !== undefined)
    .map((point) => ({
      dateTime: local(point),
      longitude: point.lon,
      latitude: point.lat,
      altitude: point.ele,
    }))
  return JSON.stringify({
    exportVersion: '1.6',
    name: 'Evening',
    startTime: '2024-05-04T10:00:00.000',
    distance: 800,
    duration: 'PT1M0.5S',
    kiloCalories: 77,
    timezoneOffset: '120',
    exercises: [
      {
        startTime: '2024-05-04T10:00:00.000',
        timezoneOffset: 120,
        sport: 'RUNNING',
        samples: { heartRate: dated('hr'), cadence: dated('cadence'), recordedRoute: route },
      },
    ],
  })
}

/** An exercise of polarpersonaltrainer.com. */
export const polarXmlOf = (hr: readonly number[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><polar-exercise-data xmlns="http://www.polarpersonaltrainer.com"><calendar-items count="1"><exercise><time>2024-05-04 08:00:00.0</time><sport>Running</sport><result><duration>00:01:00.000</duration><distance>812.0</distance><calories>90</calories><recording-rate>5</recording-rate><samples><sample><type>HEARTRATE</type><values>${hr.join(',')}</values></sample></samples></result></exercise></calendar-items></polar-exercise-data>`

/** A log of Sigma Data Center, whose entries count the time without pauses; `markers` follow them. */
export function sigmaOf(points: readonly SamplePoint[], markers = ''): string {
  const entries = points.map((point) => {
    const values = Object.entries({
      altitude: point.ele === undefined ? undefined : degrees(point.ele) * 1000,
      cadence: point.cadence,
      heartrate: point.hr,
      latitude: point.lat ?? 0,
      longitude: point.lon ?? 0,
      power: point.power,
      trainingTimeAbsolute: point.time === undefined ? undefined : secondsOf(point) * 100,
    })
    const written = values.filter(([, value]) => value !== undefined)
    return `<Entry ${written.map(([name, value]) => `${name}="${value}"`).join(' ')}/>`
  })
  const info =
    '<name>Round</name><startDate>Sat May 4 10:00:00 GMT+0200 2024</startDate><sport>racing_bycicle</sport><calories>70</calories>'
  return `<?xml version="1.0" encoding="utf-8"?>\n<Activity revision="400"><Computer unit="rox100"/><GeneralInformation>${info}</GeneralInformation><Entries>${entries.join('')}</Entries><Markers>${markers}</Markers></Activity>`
}

/** A file of Suunto's Moveslink: one move for each list of heart rates, with 20 m per sample. */
export function moveslinkOf(...moves: readonly (readonly (number | string)[])[]): string {
  const all = moves.map(
    (rates, index) =>
      `<Move><Header><Duration>0:01:00.5</Duration><Distance>150</Distance><Calories>12</Calories><Time>2024-05-04 ${String(8 + index).padStart(2, '0')}:00:00</Time><Activity>82</Activity></Header><Samples><HR>${rates.join(' ')}</HR><Distance>${rates.map((_, i) => (i === 0 ? '' : 20)).join(' ')}</Distance></Samples></Move>`,
  )
  return `<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE xml>\n<MovesCount><Device><FullName>Suunto Quest</FullName></Device><Moves>${all.join('')}</Moves></MovesCount>`
}

/** A workout of Peloton, as peloton-to-garmin stores it. */
export function pelotonOf(points: readonly SamplePoint[]): string {
  const series = (slug: string, key: 'hr' | 'cadence' | 'power') => ({
    Slug: slug,
    Values: points.map((point) => point[key] ?? null),
  })
  const seconds = points.map((point) => (point.time === undefined ? 'soon' : secondsOf(point)))
  const coordinates = points.flatMap((point, index) =>
    point.lat === undefined
      ? []
      : [{ Seconds_Offset_From_Start: seconds[index], Latitude: point.lat, Longitude: point.lon }],
  )
  return JSON.stringify({
    Workout: {
      Start_Time: SAMPLE_START / 1e6,
      End_Time: SAMPLE_START / 1e6 + 60,
      Fitness_Discipline: 'Cycling',
      Ride: { Title: '1 min Ride' },
    },
    WorkoutSamples: {
      Seconds_Since_Pedaling_Start: seconds,
      Summaries: [{ Slug: 'distance', Value: 0.5, Display_Unit: 'mi' }],
      Metrics: [
        series('output', 'power'),
        series('cadence', 'cadence'),
        series('heart_rate', 'hr'),
      ],
      Location_Data: [{ Coordinates: coordinates }],
    },
  })
}

/** A `.hrm` file of Polar with a row of heart rate per second. */
export const hrmOf = (rates: readonly (number | string)[], interval = 1): string =>
  `[Params]\r\nVersion=106\r\nSMode=000000000\r\nDate=20240504\r\nStartTime=08:00:00.0\r\nLength=00:00:15.0\r\nInterval=${interval}\r\n\r\n[HRData]\r\n${rates.join('\r\n')}\r\n`

/** An activity of GoldenCheetah's library. */
export function goldenCheetahOf(points: readonly SamplePoint[]): string {
  const samples = points.map((point) => ({
    SECS: point.time === undefined ? 'soon' : secondsOf(point),
    HR: point.hr,
    CAD: point.cadence,
    WATTS: point.power,
    ALT: point.ele,
    LAT: point.lat ?? 0,
    LON: point.lon ?? 0,
  }))
  return JSON.stringify({
    RIDE: { STARTTIME: '2024/05/04 08:00:00 UTC ', RECINTSECS: 1, SAMPLES: samples },
  })
}
