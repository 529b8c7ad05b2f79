import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HANDBOOK } from '@/build/handbook/read-pages'
import { createProgram } from '@/cli'
import { terminal } from '@/cli/io'
import { openIo } from '@/cli/output'
import { flatten, readCommand } from '@/cli/shell/command-tree'
import { EXPORT_SERVICES } from '@/use-cases/imports/services/detect-service'
import { afterTest } from '../support/after-test'
import { aRide, rides } from '../support/archives'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { stravaRow, stravaTable } from '../support/exports/strava'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { plainPng } from '../support/images'
import { writePmtiles } from '../support/map-files'
import { zipBytes } from '../support/tracks/zip'

/** The page with an example for each command. Set UPDATE_JSON=1 to write new examples. */
const DOCUMENT = join(HANDBOOK, 'json-output.md')

/** Commands that are not run here, with the documented command that prints the same, or the reason. */
const NOT_RUN: Record<string, string> = {
  'service print': 'needs the executable',
  'service paths': 'needs root',
  'service install': 'needs root',
  promote: 'needs a replica',
  'import fittrackee-server': 'needs a PostgreSQL server',
  'users export-archive': 'users export-archives',
  'workouts archive-upload': 'workouts archive-uploads',
  ...Object.fromEntries(
    EXPORT_SERVICES.filter((name) => name !== 'strava').map((name) => [
      `import ${name}`,
      'import strava',
    ]),
  ),
}

startInNewFolders()

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Values that are secret, and different in each run. */
const SECRET = /^(password|token|link)$/

/** Reduces lists to their first element, and values to examples that do not change from run to run. */
function exampleOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(exampleOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        SECRET.test(key) && each !== null ? '…' : exampleOf(each),
      ]),
    )
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? '2026-11-28T12:00:00Z'
    : value
}

/** Describes the keys and types of a value: `null` stays, so that a value which may be missing is noticed. */
function shapeOf(value: Json): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
  return value === null ? 'null' : typeof value
}

function readExamples(): Map<string, Json> {
  const blocks = readFileSync(DOCUMENT, 'utf8').matchAll(
    /## `milepost ([^`]+)`\n\n```json\n([\s\S]*?)\n```/g,
  )
  return new Map([...blocks].map(([, command = '', text = '']) => [command, JSON.parse(text)]))
}

function writeExamples(examples: ReadonlyMap<string, Json>): void {
  const [introduction = ''] = readFileSync(DOCUMENT, 'utf8').split('\n## `')
  const sections = [...examples].map(
    ([command, example]) =>
      `## \`milepost ${command}\`\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
  )
  writeFileSync(DOCUMENT, `${introduction.trimEnd()}\n\n${sections.join('\n')}`)
}

/** Lists commands that print JSON, in an order in which they can be run; later ones use results of earlier ones. */
function listCalls(folder: string, port: number): [command: string, args: string][] {
  const ann = '--user ann'
  return [
    ['users create', 'bob --email bob@example.com'],
    ['users list', '--search ann'],
    ['users usage', 'ann'],
    ['users invite', 'eve@example.com'],
    ['users update', 'ann --reset-password'],
    ['users delete', 'bob --yes'],
    ['users clean-tokens', '--days 1'],
    ['users export-archives', '--max 1'],
    ['users clean-archives', '--days 1'],
    ['sports list', ''],
    ['sports create', '--label Unicycling --behaves-like 1'],
    ['sports edit', 'Unicycling --disable'],
    ['sports delete', 'Unicycling'],
    ['workouts import', `${folder}/rides ${ann}`],
    ['workouts duplicates', ann],
    ['workouts refresh', ''],
    ['workouts remeasure', '--all'],
    ['workouts edit', `${ann} --id WORKOUT --trim-end 0:00:20`],
    ['workouts sport-names', `${ann} --set run=Running --default Walking`],
    ['workouts archive-uploads', '--max 1'],
    ['workouts undo-import', `${ann} --id IMPORT`],
    ['import strava', `${folder}/strava.zip ${ann}`],
    ['tokens create', `${ann} --name watch`],
    ['tokens list', ann],
    ['tokens revoke', `1 ${ann}`],
    ['scopes', ''],
    ['oauth2 clean', '--days 1'],
    ['db status', ''],
    ['db migrate', ''],
    ['db vacuum', ''],
    ['db check', ''],
    ['upgrade', ''],
    ['upgrade --check', ''],
    ['backup', `--to ${folder}/backups`],
    ['backup list', `${folder}/backups`],
    ['backup verify', `${folder}/backups`],
    ['restore', `${folder}/backups --data-dir ${folder}/restored`],
    ['tiles', ''],
    ['tiles check', `${folder}/region.pmtiles`],
    ['demo', `--days 14 --data-dir ${folder}/demo`],
    ['healthcheck', `--port ${port}`],
    ['doctor', '--offline'],
    ['config print', ''],
    ['config check', ''],
    ['version', ''],
  ]
}

async function prepare(folder: string): Promise<void> {
  mkdirSync(join(folder, 'rides'))
  writeFileSync(join(folder, 'rides', 'a.gpx'), aRide(1))
  writeFileSync(join(folder, 'rides', 'b.gpx'), rides(2)[1]?.content ?? '')
  writeFileSync(join(folder, 'rides', 'bad.gpx'), '<?xml version="1.0"?><gpx></gpx>')
  const row = {
    0: '1',
    1: 'Jan 9, 2024, 7:00:00 AM',
    3: 'Swim',
    6: '1.50',
    16: '1800.0',
    17: '1500.0',
  }
  writeFileSync(join(folder, 'strava.zip'), zipBytes([stravaTable([stravaRow(row)])]))
  const tiles = [{ z: 0, x: 0, y: 0, bytes: await plainPng('#abcdef') }]
  await writePmtiles(join(folder, 'region.pmtiles'), { tiles, minZoom: 0, maxZoom: 0 })
  await inContext((ctx) => aUser(ctx, { username: 'ann', email: 'ann@example.com', role: 'owner' }))
}

test('every command prints the documented JSON, and nothing else to standard output', async () => {
  const folder = newTestFolder()
  await prepare(folder)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Response.json({ status: 'success', message: 'available' }),
  })
  afterTest(() => server.stop(true))
  const examples = new Map<string, Json>()
  const known = { workout: '', import: '' }
  for (const [command, options] of listCalls(folder, server.port ?? 0)) {
    const words = `${command} ${options}`
      .replace('WORKOUT', known.workout)
      .replace('IMPORT', known.import)
    const { out, err } = await run(...words.split(' ').filter(Boolean), '--json')
    expect([command, out.split('\n').length, out]).toEqual([
      command,
      1,
      expect.stringMatching(/^\{.*\}$/),
    ])
    const text = out
      .replaceAll(dataDir(), 'DATA')
      .replaceAll(folder, 'FOLDER')
      .replaceAll(join(dataDir(), '..'), 'PARENT')
      .replaceAll(`:${server.port}`, ':5000')
    if (command === 'workouts import') {
      known.import = JSON.parse(out).report
      known.workout = await inContext(async ({ db }) => {
        const { short_id } = await db
          .selectFrom('workouts')
          .select('short_id')
          .executeTakeFirstOrThrow()
        return short_id
      })
      expect(JSON.parse(err.split('\n').at(-1) ?? '')).toMatchObject({
        error: { kind: 'partly_done', exit_code: 6 },
      })
    }
    examples.set(command, exampleOf(JSON.parse(text)))
  }
  if (process.env.UPDATE_JSON) writeExamples(examples)
  const documented = readExamples()
  for (const [command, example] of examples)
    expect([command, shapeOf(example)]).toEqual([command, shapeOf(documented.get(command) ?? null)])
  expect([...documented.keys()]).toEqual([...examples.keys()])
}, 120_000)

test('every command with --json is documented', async () => {
  const documented = readExamples()
  const commands = flatten(readCommand(await createProgram(openIo(terminal))))
    .filter(({ options }) => options.some(({ flags }) => flags === '--json'))
    .map(({ path }) => path.slice(1).join(' '))
  const missing = commands.filter((command) => !documented.has(command) && !(command in NOT_RUN))
  expect(missing).toEqual([])
  expect(Object.keys(NOT_RUN).filter((command) => !commands.includes(command))).toEqual([])
})
