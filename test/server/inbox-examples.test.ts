import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startInbox } from '@/jobs/inbox'
import { openLogs } from '@/lib/log'
import { startServer } from '@/server/server'
import { afterTest } from '../support/after-test'
import { newFolder } from '../support/folder'
import { rideGpx } from '../support/ride'
import { aToken } from '../support/tokens'
import { fileId, fitFile, fitTime, record, session } from '../support/tracks/fit'
import { samplePoints } from '../support/tracks/points'
import { tcxOf } from '../support/tracks/tcx'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const PAGE = resolve(import.meta.dir, '../../src/handbook/inbox.md')
const HERE = 'http://localhost:5000'
const hasRclone = Bun.which('rclone') !== null
if (!hasRclone) console.warn('rclone is not installed: its example in the handbook is skipped')

/** The commands in the handbook. */
const examples = (): string[] => {
  const text = readFileSync(PAGE, 'utf8')
  const block = /<!-- inbox -->\s*```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  return block.split('\n').filter((line) => line !== '')
}

const ride = (day: number) =>
  rideGpx({ seed: day, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 2 }).replace(
    '<trk>',
    '<trk><type>cycling</type>',
  )

/** A server on a socket with Ann, who has files in a folder, and a shell in that folder with her token. */
async function open() {
  const log = join(newFolder(), 'log')
  const server = await startWorkoutServer(
    { username: 'ann' },
    { port: 0, inboxDir: join(newFolder(), 'inbox') },
  )
  const { ctx } = server
  const logs = openLogs({ level: 'trace', format: 'json', file: log, requests: true })
  Object.assign(ctx, logs)
  const running = startServer(ctx)
  const watch = startInbox(ctx)
  afterTest(running.stop)
  afterTest(watch.stop)
  const token = await aToken(ctx, server.user)
  const cwd = newFolder()
  mkdirSync(join(ctx.config.inboxDir ?? '', 'ann'), { recursive: true })
  mkdirSync(join(cwd, 'data'))
  symlinkSync(ctx.config.inboxDir ?? '', join(cwd, 'data', 'inbox'))
  const shell = async (command: string) => {
    const text = command.replaceAll(HERE, `http://127.0.0.1:${running.port}`)
    const { PATH = '' } = process.env
    const env = { PATH, HOME: cwd, TOKEN: token, RCLONE_CONFIG: '/dev/null' }
    const child = Bun.spawn(['sh', '-c', text], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [code, out, err] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { code, out, err }
  }
  return {
    ...server,
    cwd,
    token,
    shell,
    workouts: async (): Promise<number> =>
      (await server.get('/api/workouts')).body.pagination.total,
    logged: async () => {
      // Buffered lines are written after a moment, together with all before them.
      await fetch(`http://127.0.0.1:${running.port}/api/ping`)
      const text = () => readFileSync(log, 'utf8')
      await until('the last line of the log', () => text().includes('/api/ping'))
      return text()
    },
  }
}

test('the examples of the handbook work, and the log contains no token', async () => {
  const { cwd, token, shell, workouts, logged } = await open()
  const start = fitTime('2023-05-04T08:00:00Z')
  const { global, fields } = session({ start, end: start + 30, elapsed: 30, timer: 30 })
  const fit = fitFile([
    fileId(1, 3121),
    { global, fields: [...fields, [5, 'enum', 1], [6, 'enum', 0]] },
    ...samplePoints(30).map((_, at) => record({ time: start + at, lat: 45 + at / 1e4, lon: 6 })),
  ])
  writeFileSync(join(cwd, 'ride.fit'), fit)
  writeFileSync(join(cwd, 'ride.gpx'), ride(1))
  writeFileSync(
    join(cwd, 'ride.tcx'),
    tcxOf(samplePoints(40)).replace(/Sport="[^"]*"/, 'Sport="Running"'),
  )
  mkdirSync(join(cwd, 'rides', '2024'), { recursive: true })
  for (let day = 2; day < 12; day++)
    writeFileSync(join(cwd, 'rides', day % 2 ? '' : '2024', `${day} ö.gpx`), ride(day))

  const [header = '', address = '', rclone = '', copy = '', ...others] = examples()
  expect(others).toEqual([])
  for (const [command, total] of [
    [header, 1],
    [address, 2],
  ] as const) {
    const first = await shell(command)
    expect([first.code, JSON.parse(first.out).status]).toEqual([0, 'created'])
    expect(JSON.parse((await shell(command)).out).import.files[0].result).toBe('already there')
    expect(await workouts()).toBe(total)
  }
  expect((await shell(copy)).code).toBe(0)
  await until('the file in the folder', async () => (await workouts()) === 3)

  if (hasRclone) {
    const sent = await shell(rclone)
    expect([sent.code, sent.err]).toEqual([0, ''])
    await until('what rclone has sent', async () => (await workouts()) === 13)
    const again = await shell(`${rclone} -v`)
    expect(again.code).toBe(0)
    expect(again.err).not.toContain('Copied')
  }
  const log = await logged()
  expect(log).toContain('POST /api/inbox')
  expect(log).not.toContain(token)
  expect(log).not.toContain('mpt_')
  expect(log).not.toContain(btoa(`ann:${token}`))
}, 60_000)
