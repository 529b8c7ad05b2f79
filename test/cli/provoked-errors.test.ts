import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aloneIn } from '@/cli/database/lock-data-folder'
import { EXIT_CODES } from '@/cli/exit-codes'
import { loadCommandConfig } from '@/cli/options'
import { openDatabase } from '@/store/db/connections/open'
import { afterTest } from '../support/after-test'
import { aRide } from '../support/archives'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { documentedRows, type ErrorRow, formatRows, RAW_ERROR } from '../support/error-table'
import { stravaRow, stravaTable } from '../support/exports/strava'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { zipBytes } from '../support/tracks/zip'

startInNewFolders()

/** A command that fails, in the folder FOLDER on the data folder DATA. */
interface Case {
  command: string
  when: string
  /** Causes the error. The folder is empty, and the data folder has the owner ann. */
  prepare?: (folder: string) => unknown
  /** Runs the command while something else happens. */
  during?: (command: () => Promise<unknown>, folder: string) => Promise<unknown>
}

const file = (name: string, content: string | Uint8Array) => (folder: string) =>
  writeFileSync(join(folder, name), content)
const database = () => join(dataDir(), 'milepost.db')
const backUp = (folder: string) => run('backup', '--to', join(folder, 'backups'))
const newest = (folder: string): string => {
  const names = [...new Bun.Glob('milepost-*').scanSync({ cwd: folder, onlyFiles: false })]
  return names.toSorted().at(-1) ?? ''
}
const BROKEN = '<?xml version="1.0"?><gpx></gpx>'
const brokenStrava = zipBytes([
  stravaTable([
    stravaRow({
      0: '1',
      1: 'Jan 1, 2024, 7:00:00 AM',
      3: 'Swim',
      6: '1.50',

      16: '1800.0',
      17: '1500.0',
    }),
    stravaRow({ 0: '2', 1: 'Jan 2, 2024, 7:00:00 AM', 3: 'Ride', 12: 'activities/2.gpx' }),
  ]),
  { name: 'activities/2.gpx', content: BROKEN },
])
const withoutDatabase = () => rmSync(database())

/** Writes settings for the data folder. */
const settings = (text: string) => () => {
  const path = join(dataDir(), '..', '.env')
  writeFileSync(path, text)
  afterTest(() => rmSync(path, { force: true }))
}

const COMMAND_LINE: Case[] = [
  { command: 'usres list', when: 'misspelt command' },
  { command: 'frobnicate', when: 'unknown command' },
  { command: 'users lst', when: 'misspelt subcommand' },
  {
    command: 'backup verfy FOLDER',
    when: 'misspelt subcommand of a command that also works alone',
  },
  { command: 'users list --rol owner', when: 'misspelt option' },
  { command: 'users create bob', when: 'required option missing' },
  { command: 'users delete', when: 'argument missing' },
  { command: 'users create bob --email bob@example.com --role king', when: 'unknown role' },
  {
    command: 'users create bob --email bob@example.com --tz Berlin',
    when: 'time zone without area',
  },
  { command: 'users create bob --email bob@example.com --tz Mars', when: 'unknown time zone' },
  { command: 'users create bob --email bob@example.com --lang klingon', when: 'unknown language' },
  {
    command: 'users create b! --email bob --password short',
    when: 'invalid name, address and password',
  },
  { command: 'users clean-tokens --days soon', when: 'not a number' },
  { command: 'tokens create --user ann --name watch --scope workout:read', when: 'misspelt scope' },
  { command: 'tokens create --user ann --name watch --days 0', when: 'number out of range' },
  { command: 'workouts refresh --from 2024-02-30', when: 'no such day' },
  { command: 'workouts refresh --new-sport-id 2', when: 'option needs another one' },
  { command: 'workouts duplicates --user ann --merge one', when: 'one id instead of two' },
  { command: 'workouts import DATA --user ann --sport-name run', when: 'name without a sport' },
  { command: 'import strava x.zip --user ann --duplicates maybe', when: 'unknown policy' },
  { command: 'sports edit Running', when: 'nothing to change' },
  { command: 'sports edit Running --enable --disable', when: 'contradictory options' },
  { command: 'completion tcsh', when: 'unsupported shell' },
  { command: 'demo --days 3', when: 'too few days' },
  { command: 'backup --passphrase-file x', when: 'passphrase for a folder of backups' },
  { command: 'serve --port 99999', when: 'invalid port' },
  { command: 'serve --read-only', when: 'no primary for a read-only server' },
  {
    command: 'config check',
    when: 'misspelt name in the settings file',
    prepare: settings('UI_ULR=https://example.org\n'),
  },
  {
    command: 'users list',
    when: 'malformed line in the settings file',
    prepare: settings('PORT 80\n'),
  },
]

const DATA: Case[] = [
  { command: 'users list', when: 'no database in the data folder', prepare: withoutDatabase },
  {
    command: 'users list',
    when: 'database lost, but its uploads are there',
    prepare: () => {
      withoutDatabase()
      mkdirSync(join(dataDir(), 'uploads', 'workouts', '1'), { recursive: true })
      writeFileSync(join(dataDir(), 'uploads', 'workouts', '1', 'a.gpx'), BROKEN)
    },
  },
  {
    command: 'users list',
    when: 'database is a link to itself',
    prepare: () => {
      withoutDatabase()
      symlinkSync('milepost.db', database())
    },
  },
  {
    command: 'db check',
    when: 'database of another program',
    prepare: async () => {
      withoutDatabase()
      const { db, sqlite } = openDatabase(database())
      sqlite.exec('create table songs (title text)')
      await db.destroy()
    },
  },
  {
    command: 'users list',
    when: 'file that is no database',
    prepare: () => writeFileSync(database(), 'nothing '.repeat(2000)),
  },
  {
    command: 'upgrade',
    when: 'database of a newer release',
    prepare: () =>
      inContext(({ db }) =>
        db
          .insertInto('kysely_migration' as never)
          .values({ name: '9999-future', timestamp: '2030-01-01T00:00:00.000Z' } as never)
          .execute(),
      ),
  },
  { command: 'users usage bob', when: 'no such account' },
  { command: 'users update bob --activate', when: 'no such account' },
  { command: 'users delete bob --yes', when: 'no such account' },
  { command: 'users delete ann --yes', when: 'last administrator' },
  {
    command: 'users delete bob',
    when: 'no terminal to ask on',
    prepare: () => inContext((ctx) => aUser(ctx, { username: 'bob' })),
  },
  { command: 'users create ann --email other@example.com', when: 'name is taken' },
  { command: 'users create bob --email ann@example.com', when: 'address is taken' },
  { command: 'users invite ann@example.com', when: 'address has an account' },
  { command: 'users update ann --update-email nope', when: 'invalid address' },
  { command: 'tokens revoke 99 --user ann', when: 'no such token' },
  { command: 'sports edit Runing --enable', when: 'misspelt sport' },
  { command: 'sports edit Running --label Jog', when: 'sport that cannot be renamed' },
  { command: 'sports delete Running', when: 'sport that cannot be deleted' },
  { command: 'demo', when: 'server with accounts' },
  { command: 'tiles check FOLDER/none.pmtiles', when: 'no such file' },
  { command: 'tiles check', when: 'neither a file nor MAP_FILE' },
  {
    command: 'tiles check FOLDER/ride.gpx',
    when: 'file without map tiles',
    prepare: file('ride.gpx', BROKEN),
  },
  { command: 'workouts import FOLDER/none --user ann', when: 'no such file' },
  { command: 'workouts import FOLDER --user ann', when: 'folder without recordings' },
  {
    command: 'workouts import FOLDER/rides.zip --user ann',
    when: 'damaged archive',
    prepare: file('rides.zip', 'PK'),
  },
  {
    command: 'workouts import FOLDER/photos.zip --user ann',
    when: 'archive without recordings',
    prepare: file('photos.zip', zipBytes([{ name: 'a.jpg', content: 'x' }])),
  },
  {
    command: 'workouts import FOLDER/ride.gpx --user ann',
    when: 'file that is no recording',
    prepare: file('ride.gpx', BROKEN),
  },
  {
    command: 'workouts import FOLDER --user ann',
    when: 'one of two recordings is damaged',
    prepare: (folder) => {
      file('a.gpx', aRide(1))(folder)
      file('b.gpx', BROKEN)(folder)
    },
  },
  { command: 'workouts import DATA --user bob', when: 'no such account' },
  { command: 'import strava FOLDER/none.zip --user ann', when: 'no such file' },
  {
    command: 'import strava FOLDER/export.zip --user ann',
    when: 'incomplete download',
    prepare: (folder) => {
      file('export.zip', brokenStrava)(folder)
      truncateSync(join(folder, 'export.zip'), 100)
    },
  },
  { command: 'import strava FOLDER --user ann', when: 'folder instead of a file' },
  {
    command: 'import garmin FOLDER/export.zip --user ann',
    when: 'export of another service',
    prepare: file('export.zip', brokenStrava),
  },
  {
    command: 'import strava FOLDER/export.zip --user ann',
    when: 'one of two recordings is damaged',
    prepare: file('export.zip', brokenStrava),
  },
  {
    command: 'import strava FOLDER/export.zip --user ann --report FOLDER/none/report.csv',
    when: 'no folder for the report',
    prepare: file('export.zip', brokenStrava),
  },
  {
    command: 'import fittrackee-server --database mysql://localhost/x --uploads FOLDER',
    when: 'address of another database',
  },
  {
    command: 'workouts undo-import --user ann --id 2AXUtXDfi8HwaAHdf6BDaa',
    when: 'no such import',
  },
  { command: 'workouts archive-upload --id 2AXUtXDfi8HwaAHdf6BDaa', when: 'no such upload' },
  { command: 'promote', when: 'database that is no replica' },
  {
    command: 'db vacuum',
    when: 'another process uses the data folder',
    during: (command) =>
      aloneIn(loadCommandConfig({ dataDir: dataDir() }, { env: {} }), async () => command()),
  },
]

const BACKUPS: Case[] = [
  { command: 'backup', when: 'no database', prepare: withoutDatabase },
  { command: 'backup list FOLDER/none', when: 'no such folder' },
  { command: 'backup verify FOLDER/none', when: 'no such file' },
  { command: 'restore FOLDER', when: 'folder without backups' },
  { command: 'restore FOLDER/backups', when: 'data in the data folder', prepare: backUp },
  {
    command: 'restore FOLDER/backups --at 2020-01-01T00:00:00Z --data-dir FOLDER/new',
    when: 'no backup of this time',
    prepare: backUp,
  },
  {
    command: 'backup verify FOLDER/backups',
    when: 'newest backup lost its manifest',
    prepare: async (folder) => {
      await backUp(folder)
      rmSync(join(folder, 'backups', newest(join(folder, 'backups')), 'manifest.json'))
    },
  },
  {
    command: 'restore FOLDER/milepost.zip --data-dir FOLDER/new',
    when: 'incomplete archive',
    prepare: file('milepost.zip', 'PK'),
  },
  {
    command: 'restore FOLDER/copy.db --data-dir FOLDER/new',
    when: 'copy of the database instead of a backup',
    prepare: (folder) => copyFileSync(database(), join(folder, 'copy.db')),
  },
  {
    command: 'restore FOLDER/backup.zip --data-dir FOLDER/new',
    when: 'encrypted archive without a passphrase',
    prepare: file('backup.zip', 'age-encryption.org/v1\n-> scrypt x\n'),
  },
  {
    command: 'backup --to - --passphrase-file FOLDER/none',
    when: 'no file with the passphrase',
  },
  {
    command: 'backup --to FOLDER/notes',
    when: 'file instead of a folder',
    prepare: file('notes', 'x'),
  },
]

const SERVER: Case[] = [
  { command: 'healthcheck --port 9', when: 'no server' },
  { command: 'healthcheck --listen unix:FOLDER/none.sock', when: 'no socket' },
  ...[
    ['server that does not respond', () => new Promise<Response>(() => undefined)],
    ['another program that answers 404', () => new Response('nothing here', { status: 404 })],
    ['another program that answers 200', () => new Response('<html>hello</html>')],
    ['proxy that redirects', () => Response.redirect('https://example.org/', 302)],
    [
      'another base path',
      () => Response.json({ status: 'not found', message: 'resource not found' }, { status: 404 }),
    ],
    [
      'server that cannot use its database',
      () => Response.json({ status: 'error', message: 'database is locked' }, { status: 503 }),
    ],
  ].map(([when, respond]): Case => {
    const server = { port: 0 }
    return {
      command: 'healthcheck --port NUMBER',
      when: when as string,
      prepare: () => {
        const started = Bun.serve({
          port: 0,
          hostname: '127.0.0.1',
          fetch: respond as () => Response | Promise<Response>,
        })
        server.port = started.port ?? 0
        afterTest(() => started.stop(true))
        return server.port
      },
    }
  }),
]

async function provoke({ command, when, prepare, during }: Case): Promise<ErrorRow> {
  const folder = newTestFolder()
  await inContext((ctx) => aUser(ctx, { username: 'ann', email: 'ann@example.com', role: 'owner' }))
  const prepared = await prepare?.(folder)
  const port = typeof prepared === 'number' ? String(prepared) : '0'
  const words = command
    .replaceAll('DATA', dataDir())
    .replaceAll('FOLDER', folder)
    .replaceAll('NUMBER', port)
  const result = { code: 0, message: '' }
  const runIt = async () => {
    const { code, err } = await run(...words.split(' '))
    Object.assign(result, { code, message: err })
  }
  await (during ? during(runIt, folder) : runIt())
  const message = result.message
    .replaceAll(dataDir(), 'DATA')
    .replaceAll(folder, 'FOLDER')
    .replaceAll(join(dataDir(), '..'), 'PARENT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:-]+Z/g, 'TIME')
    .replaceAll(/127\.0\.0\.1:\d{4,5}\b/g, '127.0.0.1:NUMBER')
    .replaceAll(/process \d+/g, 'process NUMBER')
    .replaceAll(/^\d+\/\d+ \(\d+ %\).*\n/gm, '')
  return { command, when, message, code: result.code }
}

describe.each([
  ['Command line and settings', COMMAND_LINE],
  ['Files, accounts and data', DATA],
  ['Backups', BACKUPS],
  ['The running server', SERVER],
])('%s', (heading, cases) => {
  const rows: ErrorRow[] = []

  test.each(cases.map((each) => [each.command, each.when, each] as const))(
    'milepost %s (%s) fails with an explanation',
    async (_command, _when, each) => {
      const row = await provoke(each)
      rows.push(row)
      expect(row.code).not.toBe(EXIT_CODES.done.code)
      expect(row.message).not.toMatch(RAW_ERROR)
      expect(row.message.length).toBeGreaterThan(20)
    },
  )

  test('are printed as the document lists them', () => {
    expect(formatRows(rows)).toEqual(documentedRows(heading, rows))
  })
})
