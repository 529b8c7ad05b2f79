import { readFileSync } from 'node:fs'
import { rideGpx } from '../../support/ride'
import { fileId, fitFile, fitTime, record } from '../../support/tracks/fit'
import { type Attack, type AttackContext, unexpectedStatus } from '../attack'
import { attackInContainer, type Container } from '../container'
import { newVictim, uploadForm, type Victim, type VictimAnswer } from '../victim'
import { watch } from '../watch'
import { pointsOf, SHORT_STEP, trackOf } from './bombs'

/** The memory that Raspberry Pis and small virtual servers have left for a server. */
const MEGABYTES = 512
const MB = 1024 * 1024
/** The longest time in seconds that another upload may wait, whatever is being read. */
const MAX_WAIT = 30

/** Recordings that need more memory, time or descriptors than there are. Only they may fail. */
export const poisonRecordings: Attack = {
  name: `poison recordings in ${MEGABYTES} MB`,
  isAlone: true,
  // For the server and the process that reads large recordings together; six of 60 MB arrive and are read at once.
  mostResident: 320,
  run: (stage) =>
    attackInContainer(stage, MEGABYTES, async (container) => {
      const victim = newVictim(stage.victim.program, { wrapper: container.wrapper })
      try {
        await victim.start()
        stage.tried(!container.holds(victim.pid()) && 'the server is not inside')
        await attackVictim({ ...stage, victim }, container)
      } finally {
        stage.tried((await victim.end('SIGTERM')) !== 0 && 'the server did not stop well')
        victim.remove()
      }
    }),
}

interface Scene {
  stage: AttackContext
  victim: Victim
  /** Uploads a file as the attacker. */
  upload: (name: string, content: string | Uint8Array) => Promise<VictimAnswer>
  /** Uploads a ride as another user. */
  uploadRide: (day: number) => Promise<VictimAnswer>
}

async function attackVictim(stage: AttackContext, container: Container): Promise<void> {
  const { victim, tried, saw } = stage
  const [mallory, ann] = [await victim.account('mallory'), await victim.account('ann')]
  const uploadAs = (token: string, name: string, content: string | Uint8Array) =>
    victim.call('POST', '/api/workouts', { token, form: uploadForm(name, content) })
  const scene: Scene = {
    ...{ stage, victim },
    upload: (name, content) => uploadAs(mallory, name, content),
    uploadRide: (day) => uploadAs(ann, 'ride.gpx', ride(day)),
  }
  const pid = victim.pid()
  const end = watch(victim)
  await uploadOneByOne(scene)
  await uploadManyAtOnce(scene)
  await keepOthersWaiting(scene)
  await killReaders(scene)
  await takeDescriptors(scene)
  saw(await end())
  tried(unexpectedStatus('afterwards', (await victim.call('GET', '/api/ping')).status, 200))
  tried(victim.pid() !== pid && 'the server was started again')
  tried(container.killed() > 0 && `ended ${container.killed()} times for want of memory`)
}

const ride = (day: number) =>
  rideGpx({ seed: day, start: new Date(Date.UTC(2020, 0, day, 7)), kilometres: 2 })

const GPX_HEAD = '<?xml version="1.0"?><gpx version="1.1">'
/** A track that can be stored. */
const goodTrack = (points: number) => trackOf([pointsOf(points, 0, SHORT_STEP)])
const BRACKETS = () => ']x'.repeat(4 * MB)

/** Created one at a time. */
const FILES: [what: string, make: () => [name: string, content: string | Uint8Array]][] = [
  ['a document type', () => ['a.gpx', `<?xml version="1.0"?><!DOCTYPE gpx [${BRACKETS()}><gpx/>`]],
  ['a CDATA section', () => ['a.gpx', `${GPX_HEAD}<trk><name><![CDATA[${BRACKETS()}]]></name>`]],
  ['a text', () => ['a.gpx', `${GPX_HEAD}<trk><name>${BRACKETS()}</name></trk></gpx>`]],
  ['a comment', () => ['a.gpx', `${GPX_HEAD}<!--${BRACKETS()}--><trk></trk></gpx>`]],
  ['an instruction', () => ['a.gpx', `${GPX_HEAD}<?a ${BRACKETS()}?><trk></trk></gpx>`]],
  ['60 MB of elements', () => ['a.gpx', `${GPX_HEAD}<trk>${'<a/>'.repeat(15 * MB)}</trk></gpx>`]],
  ['times that never end', () => ['a.pwx', endlessPwx('Infinity')]],
  ['times before all others', () => ['a.pwx', endlessPwx('-Infinity')]],
  ['1,200,000 points', () => ['a.gpx', trackOf([pointsOf(1_200_000)])]],
  ['1,000,000 points', () => ['a.gpx', goodTrack(1_000_000)]],
  ['FIT with 1,000,000 records', () => ['a.fit', millionRecords()]],
]

const endlessPwx = (offset: string) =>
  `<?xml version="1.0"?><pwx xmlns="http://www.peaksware.com/PWX/1/0" version="1.0"><workout><sportType>Bike</sportType><time>2024-05-04T08:00:00</time>${Array.from(
    { length: 60 },
    (_, at) =>
      `<sample><timeoffset>${at === 30 ? offset : at}</timeoffset><hr>120</hr><lat>${46 + at * 1e-4}</lat><lon>7</lon><alt>400</alt></sample>`,
  ).join('')}</workout></pwx>`

function millionRecords(): Uint8Array {
  const start = fitTime('2024-01-01T00:00:00Z')
  return fitFile([
    fileId(1),
    ...Array.from({ length: 1_000_000 }, (_, at) =>
      record({ time: start + at, lat: 46 + (at % 997) * 1e-6, lon: 7, hr: 100 + (at % 60) }),
    ),
  ])
}

async function uploadOneByOne({ stage: { tried }, upload, uploadRide }: Scene): Promise<void> {
  for (const [index, [what, make]] of FILES.entries()) {
    const started = performance.now()
    const { status } = await upload(...make())
    tried(unexpectedStatus(what, status, 201, 400, 503))
    const seconds = (performance.now() - started) / 1000
    tried(seconds > 2 * MAX_WAIT && `${what}: took ${seconds.toFixed(0)} s`)
    tried(unexpectedStatus(`a ride after ${what}`, (await uploadRide(index + 1)).status, 201))
  }
}

/** Six files of 60 MB that are read, six that are not, and six of 8 MB that take a hundred times as long to read. */
async function uploadManyAtOnce({ stage: { tried }, upload, uploadRide }: Scene): Promise<void> {
  const good = goodTrack(700_000)
  const bad = `${GPX_HEAD}<trk><name>${'x'.repeat(60 * MB)}</name></trk></gpx>`
  const brackets = `${GPX_HEAD}<trk><name><![CDATA[${BRACKETS()}]]></name></trk></gpx>`
  for (const [what, content] of Object.entries({ good, bad, brackets })) {
    const uploads = Array.from({ length: 6 }, () => upload('a.gpx', content))
    const started = performance.now()
    tried(unexpectedStatus('a ride meanwhile', (await uploadRide(50 + what.length)).status, 201))
    const seconds = (performance.now() - started) / 1000
    tried(seconds > MAX_WAIT && `a ride waited ${seconds.toFixed(0)} s for large files`)
    const expected = what === 'good' ? 201 : 400
    for (const { status } of await Promise.all(uploads))
      tried(unexpectedStatus(`six ${what} files`, status, expected))
  }
}

/** Twenty small files that once kept a worker busy for two minutes each. */
async function keepOthersWaiting({ stage: { tried }, upload, uploadRide }: Scene): Promise<void> {
  const uploads = Array.from({ length: 20 }, () => upload('a.pwx', endlessPwx('1e300')))
  const started = performance.now()
  tried(unexpectedStatus('a ride meanwhile', (await uploadRide(60)).status, 201))
  const seconds = (performance.now() - started) / 1000
  tried(seconds > MAX_WAIT && `a ride waited ${seconds.toFixed(0)} s for those of another user`)
  for (const { status } of await Promise.all(uploads))
    tried(unexpectedStatus('PWX', status, 201, 400))
}

/** Killing the process that reads a recording causes only a second attempt, or a 503. */
async function killReaders({ stage: { tried }, victim, upload }: Scene): Promise<void> {
  const large = goodTrack(200_000)
  for (const kills of [1, Number.POSITIVE_INFINITY]) {
    const state = { isOver: false, killed: 0 }
    const uploading = upload('a.gpx', large).finally(() => {
      state.isOver = true
    })
    while (!state.isOver) {
      for (const pid of state.killed < kills ? victim.children() : []) {
        process.kill(pid, 'SIGKILL')
        state.killed += 1
      }
      await Bun.sleep(5)
    }
    const { status } = await uploading
    tried(state.killed === 0 && 'no process read the recording')
    tried(unexpectedStatus(`readers killed ${kills} times`, status, kills === 1 ? 201 : 503))
  }
}

/** As many as an idle server has open, and a few more connections. */
const FEW_DESCRIPTORS = 70

/** Sixty valid rides with too few descriptors: each is stored, or rejected temporarily. */
async function takeDescriptors({ stage, victim, uploadRide }: Scene): Promise<void> {
  const { tried, skip } = stage
  const limits = readFileSync(`/proc/${victim.pid()}/limits`, 'utf8')
  const usual = Number(/^Max open files +(\d+)/m.exec(limits)?.[1])
  const allow = (count: number) =>
    Bun.spawnSync(['prlimit', `--pid=${victim.pid()}`, `--nofile=${count}:`]).success
  if (!Bun.which('prlimit') || !allow(FEW_DESCRIPTORS)) return skip('few descriptors need prlimit')
  const started = performance.now()
  const attempts = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => uploadRide(100 + index)),
  )
  const seconds = (performance.now() - started) / 1000
  tried(seconds > MAX_WAIT && `rides without descriptors waited ${seconds.toFixed(0)} s`)
  allow(usual)
  // A connection that could not be opened is not an upload.
  for (const attempt of attempts)
    if (attempt.status === 'fulfilled')
      tried(unexpectedStatus('a ride without descriptors', attempt.value.status, 201, 503))
  tried(unexpectedStatus('a ride with descriptors again', (await uploadRide(200)).status, 201))
}
