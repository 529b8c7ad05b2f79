import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { rideGpx } from '../../support/ride'
import { type Attack, type AttackContext, unexpectedStatus } from '../attack'
import { newVictim, uploadForm, type Victim } from '../victim'

const RIDES = 40

/** The disk and the database fail in every known way. */
export const faults: Attack = {
  name: 'failing disks and databases',
  isAlone: true,
  isAboutDurability: true,
  run: async (stage) => {
    await fillDisk(stage)
    await failDisk(stage)
    await lockDatabase(stage)
    await spoilDatabase(stage)
  },
}

const ride = (day: number) =>
  rideGpx({ seed: day, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 5 })

async function fillDisk(stage: AttackContext): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'milepost-disk-'))
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=70m', 'milepost-hard', place])
  if (!mounted.success) {
    stage.skip(`a full disk needs root (${mounted.stderr.toString().trim()})`)
    return
  }
  const victim = newVictim(stage.victim.program, { place })
  try {
    await attackFullDisk(stage, victim, place)
  } finally {
    await victim.end('SIGKILL')
    Bun.spawnSync(['umount', '-l', place])
    rmSync(place, { recursive: true, force: true })
  }
}

async function attackFullDisk(
  { tried }: AttackContext,
  victim: Victim,
  place: string,
): Promise<void> {
  await victim.start()
  const token = await victim.account('ann')
  const upload = (day: number) =>
    victim.call('POST', '/api/workouts', { token, form: uploadForm('ride.gpx', ride(day)) })
  const ids: string[] = []
  for (let day = 1; day <= 5; day++) ids.push((await upload(day)).body.data.workouts[0].id)
  const filler = join(place, 'filler')
  for (const size of [1_000_000, 1000]) while (append(filler, size));
  for (let day = 6; day < 6 + RIDES; day++)
    tried(unexpectedStatus('upload to a full disk', (await upload(day)).status, 507))
  for (let at = 0; at < RIDES; at++) {
    const json = { notes: 'x'.repeat(5000) }
    const { status } = await victim.call('PATCH', `/api/workouts/${ids[0]}`, { token, json })
    tried(unexpectedStatus('edit on a full disk', status, 200, 507))
  }
  for (const id of ids.slice(1)) {
    const { status } = await victim.call('DELETE', `/api/workouts/${id}`, { token })
    tried(unexpectedStatus('delete on a full disk', status, 204))
  }
  rmSync(filler)
  for (let day = 50; day < 55; day++)
    tried(unexpectedStatus('upload when there is room again', (await upload(day)).status, 201))
  tried((await victim.end('SIGTERM')) !== 0 && 'the server did not stop well')
  const { code, output } = await victim.command('db', 'check')
  tried(code !== 0 && output)
}

function append(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    return true
  } catch {
    return false
  }
}

/** Every write to a file suddenly fails, because the system allows the server none. */
async function failDisk({ victim, tried, skip }: AttackContext): Promise<void> {
  const wrapper = ['/bin/sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh']
  const server = newVictim(victim.program, { wrapper })
  await server.start()
  const token = await server.account('ann')
  const upload = (day: number) =>
    server.call('POST', '/api/workouts', { token, form: uploadForm('ride.gpx', ride(day)) })
  const ids: string[] = []
  for (let day = 1; day <= 3; day++) ids.push((await upload(day)).body.data.workouts[0].id)
  const allow = (bytes: string) =>
    Bun.spawnSync(['prlimit', `--pid=${server.pid()}`, `--fsize=${bytes}:unlimited`])
  if (Bun.which('prlimit') && allow('0').success) {
    for (let day = 10; day < 10 + RIDES; day++)
      tried(unexpectedStatus('upload to a failing disk', (await upload(day)).status, 500, 507))
    for (const id of ids) {
      const path = `/api/workouts/${id}`
      const json = { notes: 'x'.repeat(5000) }
      const edited = await server.call('PATCH', path, { token, json })
      tried(unexpectedStatus('edit on a failing disk', edited.status, 500, 507))
      tried(
        unexpectedStatus(
          'read on a failing disk',
          (await server.call('GET', path, { token })).status,
          200,
        ),
      )
      const removed = await server.call('DELETE', path, { token })
      tried(unexpectedStatus('delete on a failing disk', removed.status, 500, 507))
    }
    allow('unlimited')
    for (let day = 60; day < 65; day++)
      tried(unexpectedStatus('upload when the disk works again', (await upload(day)).status, 201))
    for (const id of ids) {
      const path = `/api/workouts/${id}/original/download`
      tried(
        unexpectedStatus('what was there', (await server.call('GET', path, { token })).status, 200),
      )
    }
  } else skip('a failing disk needs prlimit')
  tried((await server.end('SIGTERM')) !== 0 && 'the server did not stop well')
  const { code, output } = await server.command('db', 'check')
  tried(code !== 0 && output)
  server.remove()
}

async function lockDatabase({ victim, tried }: AttackContext): Promise<void> {
  await victim.start()
  const token = await victim.account('ann')
  const other = new Database(join(victim.dataDir, 'milepost.db'))
  other.exec('begin immediate')
  const form = uploadForm('ride.gpx', ride(1))
  const uploading = victim.call('POST', '/api/workouts', { token, form })
  for (let at = 0; at < 100; at++) {
    const started = performance.now()
    tried(unexpectedStatus('ping', (await victim.call('GET', '/api/ping')).status, 200))
    const milliseconds = performance.now() - started
    tried(milliseconds > 1000 && `a ping took ${milliseconds.toFixed(0)} ms while locked`)
    await Bun.sleep(20)
  }
  tried(unexpectedStatus('upload while locked', (await uploading).status, 503))
  other.exec('commit')
  other.close()
  const again = uploadForm('ride.gpx', ride(1))
  const { status } = await victim.call('POST', '/api/workouts', { token, form: again })
  tried(unexpectedStatus('upload when unlocked', status, 201))
  await victim.end('SIGTERM')
}

/** Continues with the data of the previous attack: an account and a workout. */
async function spoilDatabase({ victim, tried }: AttackContext): Promise<void> {
  const file = join(victim.dataDir, 'milepost.db')
  const good = readFileSync(file)
  const states: Record<string, Uint8Array | undefined> = {
    gone: undefined,
    empty: Buffer.alloc(0),
    'no database': Buffer.from('x'.repeat(20_000)),
    'cut off': good.subarray(0, 6000),
    'damaged from its second page on': Buffer.from(good).fill(0xff, 4096),
  }
  for (const [what, bytes] of Object.entries(states)) {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    if (bytes) writeFileSync(file, bytes)
    const { code, output } = await victim.command('serve')
    tried(code !== 1 && `a database that is ${what}: ended with ${code}`)
    tried(!output.includes(file) && `a database that is ${what}: ${output}`)
    tried(!bytes && existsSync(file) && 'made a new database')
  }
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  writeFileSync(file, good)
  await victim.start()
  tried(
    unexpectedStatus('a good database', (await victim.call('GET', '/api/check-db')).status, 200),
  )
  writeFileSync(file, Buffer.from(good).fill(0xff, 4096))
  await Bun.sleep(1100)
  tried(
    unexpectedStatus(
      'damaged while in use',
      (await victim.call('GET', '/api/check-db')).status,
      500,
    ),
  )
  await victim.end('SIGKILL')
}
