import { gzipSync } from 'node:zlib'
import { type FitMessageValue, fileId, fitFile } from '../../support/tracks/fit'
import { zipBytes } from '../../support/tracks/zip'
import { type Attack, type AttackContext, unexpectedStatus } from '../attack'
import { askRaw } from '../sending'
import { uploadForm } from '../victim'

const MB = 1024 * 1024
const GPX_HEAD =
  '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">'

/** Degrees between points, so small that a million of them are within the limit for distances. */
export const SHORT_STEP = 5e-6

/** Points back and forth along a meridian, one per second. */
export const pointsOf = (count: number, from = 0, step = 1e-4) =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index
    const time = new Date(Date.UTC(2024, 0, 1) + at * 1000).toISOString()
    const latitude = 46 + Math.abs((at % 18_000) - 9000) * step
    return `<trkpt lat="${latitude.toFixed(6)}" lon="7"><time>${time}</time></trkpt>`
  }).join('')

export const trackOf = (segments: readonly string[]) =>
  `${GPX_HEAD}<trk>${segments.map((points) => `<trkseg>${points}</trkseg>`).join('')}</trk></gpx>`

/** Billion laughs: ten entities, each ten times the size of the previous one. */
const laughs = () => {
  const entities = Array.from(
    { length: 10 },
    (_, at) => `<!ENTITY e${at} "${at === 0 ? 'ha' : `&e${at - 1};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE gpx [${entities.join('')}]><gpx><trk><name>&e9;</name></trk></gpx>`
}

/** A FIT file whose many definitions each have 255 fields. */
const definitions = () => {
  const message: FitMessageValue = {
    global: 20,
    fields: Array.from({ length: 200 }, (_, at) => [at, 'uint8', at] as const),
  }
  return fitFile([fileId(1), ...Array.from({ length: 3000 }, () => message)])
}

/** Compressed zeros; they unpack to a thousand times the size. */
const zeros = (megabytes: number) => new Uint8Array(megabytes * MB)

/** Small files that need a lot of memory or time, created one at a time. */
const FILES: [what: string, make: () => [name: string, content: string | Uint8Array]][] = [
  ['entities that grow', () => ['a.gpx', laughs()]],
  [
    'an entity of a file',
    () => [
      'a.gpx',
      `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx><trk><name>&x;</name></trk></gpx>`,
    ],
  ],
  ['deep elements', () => ['a.gpx', GPX_HEAD + '<a>'.repeat(2_000_000)]],
  [
    'many attributes',
    () => [
      'a.gpx',
      `${GPX_HEAD}<trk ${Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join(' ')}></trk></gpx>`,
    ],
  ],
  [
    'one long text',
    () => ['a.gpx', `${GPX_HEAD}<trk><name>${'x'.repeat(30 * MB)}</name></trk></gpx>`],
  ],
  ['one long tag', () => ['a.gpx', `${GPX_HEAD}<${'x'.repeat(30 * MB)}>`]],
  [
    '20,000 segments',
    () => ['a.gpx', trackOf(Array.from({ length: 20_000 }, (_, at) => pointsOf(2, 2 * at)))],
  ],
  ['many points', () => ['a.gpx', trackOf([pointsOf(200_000, 0, SHORT_STEP)])]],
  ['a KMZ of zeros', () => ['a.kmz', zipBytes([{ name: 'doc.kml', content: zeros(400) }])]],
  [
    'a KMZ that lies',
    () => ['a.kmz', zipBytes([{ name: 'doc.kml', content: zeros(300), size: 100 }])],
  ],
  ['an archive of zeros', () => ['a.zip', zipBytes([{ name: 'a.gpx', content: zeros(400) }])]],
  [
    'an archive of packed zeros',
    () => ['a.zip', zipBytes([{ name: 'a.gpx.gz', content: gzipSync(zeros(400)), stored: true }])],
  ],
  [
    'an archive whose files overlap',
    () => [
      'a.zip',
      zipBytes(
        Array.from({ length: 2000 }, (_, at) => ({
          name: `${at}.gpx`,
          content: zeros(at === 0 ? 5 : 0),
          ...(at > 0 && { sharesDataOf: 0, size: 5 * MB }),
        })),
      ),
    ],
  ],
  [
    'an archive of many names',
    () => [
      'a.zip',
      zipBytes(Array.from({ length: 60_000 }, (_, at) => ({ name: `${at}.txt`, content: '' }))),
    ],
  ],
  ['FIT definitions', () => ['a.fit', definitions()]],
  ['FIT of nothing but headers', () => ['a.fit', new Uint8Array(20 * MB).fill(0x40)]],
]

const deepJson = (opening: string) => `{"email": ${opening.repeat(150_000)}`

/** Small files that would become large: compressed, nested, repeated. */
export const bombs: Attack = {
  name: 'bombs',
  run: async (stage) => {
    const { victim, tried } = stage
    const token = await victim.account('ann')
    for (const [what, make] of FILES) {
      const started = performance.now()
      const form = uploadForm(...make())
      const { status } = await victim.call('POST', '/api/workouts', { token, form })
      tried(unexpectedStatus(what, status, 200, 201, 400, 413))
      const seconds = (performance.now() - started) / 1000
      tried(seconds > 60 && `${what}: took ${seconds.toFixed(0)} s`)
    }
    for (const opening of ['[', '{"a":'])
      tried(
        unexpectedStatus(
          'deep JSON',
          await postRaw(victim.url, 'application/json', deepJson(opening)),
          400,
        ),
      )
    await tooManyParts(stage, token)
  },
}

/** The longest recording that is accepted, and a longer one. */
export const longRecording: Attack = {
  name: 'a recording of 1.2 million points',
  run: async ({ victim, tried }) => {
    const token = await victim.account('ann')
    const form = uploadForm('a.gpx', trackOf([pointsOf(1_200_000)]))
    const { status } = await victim.call('POST', '/api/workouts', { token, form })
    tried(unexpectedStatus('1.2 million points', status, 201, 400))
  },
}

const postRaw = (url: string, type: string, body: string, more = '') =>
  askRaw(
    url,
    `POST ${more === '' ? '/api/auth/login' : '/api/workouts'} HTTP/1.1\r\nHost: milepost\r\n${more}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )

async function tooManyParts({ victim, tried }: AttackContext, token: string): Promise<void> {
  const part = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const forms = {
    'many parts': part('a', '').repeat(200_000),
    'long fields': part('a', 'x'.repeat(MB)).repeat(60),
    'many files':
      '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n'.repeat(5000),
    'a long part header': `--b\r\n${'X: y\r\n'.repeat(200_000)}`,
  }
  const authorization = `Authorization: Bearer ${token}\r\n`
  for (const [what, form] of Object.entries(forms)) {
    const type = 'multipart/form-data; boundary=b'
    tried(
      unexpectedStatus(
        what,
        await postRaw(victim.url, type, `${form}--b--\r\n`, authorization),
        400,
        413,
      ),
    )
  }
}
