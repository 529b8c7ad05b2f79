import { describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveGlobalOptions } from '@/cli/global-options'
import { activityOn, progressOn } from '@/cli/progress'
import { dataDir, inContext, run, runAs, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'

startInNewFolders()

describe('global options', () => {
  test.each([
    [
      ['--data-dir', 'x', 'users', 'list'],
      ['users', 'list', '--data-dir', 'x'],
    ],
    [
      ['--data-dir=x', '-q', 'users', '--json', 'list', '--role', 'user'],
      ['users', 'list', '--role', 'user', '--data-dir=x', '-q', '--json'],
    ],
    [['users', 'create', '--', '-q'], undefined],
    [
      ['-v', 'restore', 'x', '--', 'y'],
      ['restore', 'x', '-v', '--', 'y'],
    ],
    [['tokens', 'create', '--name', '--json'], undefined],
    [['--version'], undefined],
    [[], undefined],
  ])('of %j are moved to the end', (args, moved) => {
    expect(moveGlobalOptions(args)).toEqual(moved ?? args)
  })

  test('may precede a command and its subcommand', async () => {
    const folder = newTestFolder()
    const create = ['create', 'sam', '--email', 'sam@example.com', '--password', 'correct horse 42']
    expect((await run('--data-dir', folder, 'users', ...create)).out).toBe("User 'sam' created.")
    const listed = await run('users', '--data-dir', folder, 'list')
    expect(listed.out).toStartWith('sam\tsam@example.com\tuser\tactive\t0\tnever')
    expect((await run('users', 'list')).out).toBe('')
    expect((await run('--data-dir', folder, 'version')).code).toBe(0)
  })

  test('without a command print the help, which names them', async () => {
    for (const options of [['-q'], ['--json'], ['--data-dir', 'x']]) {
      const { code, out, err } = await run(...options)
      expect([options, code]).toEqual([options, 2])
      expect(out + err).toContain('Commands accept, also before their name: --data-dir <folder>')
    }
    expect((await run('users', '--help')).out).not.toContain('also before their name')
  })

  test('--quiet omits confirmations, but neither results nor errors', async () => {
    await inContext((ctx) => aUser(ctx, { username: 'ann', email: 'ann@example.com' }))
    expect(await run('-q', 'users', 'update', 'ann', '--activate')).toEqual({
      ...{ code: 0, out: '', err: '' },
    })
    const { out } = await run('-q', 'users', 'update', 'ann', '--reset-password')
    expect(out).toMatch(/^User 'ann' updated\.\nThe new password is: \S{20}$/)
    expect((await run('-q', 'users', 'usage', 'bob')).err).toContain("user 'bob' does not exist")
  })

  test('--verbose prints the cause of an error', async () => {
    writeFileSync(join(dataDir(), 'milepost.db'), 'nothing '.repeat(2000))
    const brief = await run('users', 'list')
    const { err } = await run('users', 'list', '-v')
    expect(err).toStartWith(brief.err)
    expect(err).toContain('SqliteError: file is not a database')
    expect(brief.err).not.toContain('SqliteError')
  })

  test('--json prints errors in the arguments as JSON, too', async () => {
    const wrong = await run('users', 'list', '--json', '--role', 'king')
    expect(wrong.out).toBe('')
    expect(JSON.parse(wrong.err)).toEqual({
      error: {
        ...{ kind: 'usage', exit_code: 2 },
        message: expect.stringContaining("'king' is invalid"),
      },
    })
    const misspelt = await run('--json', 'users', 'lst')
    expect(JSON.parse(misspelt.err).error.message).toContain('Did you mean milepost users list?')
  })

  test('are described in the help of every command, apart from its own options', async () => {
    const { out } = await run('users', 'list', '--help')
    expect(out.split('Global options:')[1]).toMatch(/--json .*\n.*-q, --quiet .*\n.*-v, --verbose/)
    expect((await run('completion', '--help')).out).not.toContain('--json')
  })
})

test('the help lists no names of commands that only FitTrackee has', async () => {
  for (const command of ['users', 'workouts', 'db']) {
    const { out } = await run(command, '--help')
    expect(out).not.toMatch(/\w_\w|\|/)
    expect(out).toMatch(command === 'db' ? /\n {2}migrate / : /-\w+s? /)
  }
  expect((await run('users', 'clean_tokens', '--days', '1')).code).toBe(0)
})

test('scopes lists what each scope allows', async () => {
  const { code, out } = await run('scopes')
  expect(code).toBe(0)
  expect(out).toContain('workouts:read\tRead workouts, comments, sports, records')
  expect(out.split('\n').length).toBeGreaterThan(15)
})

describe('config print', () => {
  test('shows defaults, and hides secrets inside other settings', async () => {
    const file = join(dataDir(), '..', '.env')
    writeFileSync(file, 'TILE_SERVER_URL=https://tiles.example.org/{z}?apikey=abc123\n')
    const { out } = await runAs(
      { env: { PRIMARY_URL: 'https://ann:pw@example.org' } },
      'config',
      'print',
    )
    rmSync(file)
    const lines = out.split('\n')
    expect(lines).toContain('#PORT=5000  # default')
    expect(lines).toContain('#EMAIL_URL=  # not set')
    expect(lines).toContain('#BACKUP_AT=03:53  # default')
    expect(lines).toContain('#UPLOADS_S3_ENDPOINT=  # default: Amazon')
    expect(lines).toContain(
      `TILE_SERVER_URL=https://tiles.example.org/{z}?apikey=(secret)  # ${file}`,
    )
    expect(lines).toContain('PRIMARY_URL=https://ann:(secret)@example.org  # environment')
  })
})

describe('without a terminal', () => {
  /** Collects the lines printed to standard error. */
  const collect = () => {
    const lines: string[] = []
    return { lines, io: { note: (line: string) => void lines.push(line), status: undefined } }
  }

  test('progress is a line after each tenth, without control characters', () => {
    const { lines, io } = collect()
    const progress = progressOn(io, 40)
    for (let done = 1; done <= 40; done++) progress.show(done, done > 20 ? 1 : 0)
    progress.end()
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe('40/40 (100 %), errors: 1')
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
  })

  test('work of unknown length is reported every ten seconds', () => {
    const { lines, io } = collect()
    const time = { now: 0 }
    const activity = activityOn(io, () => time.now)
    for (let second = 1; second <= 35; second++) {
      time.now = second * 1000
      activity.show(`file ${second}`)
    }
    activity.end()
    expect(lines).toEqual(['file 10', 'file 20', 'file 30'])
  })

  test('on a terminal, one line is redrawn and ended', () => {
    const drawn: (string | null)[] = []
    const activity = activityOn({ note: () => undefined, status: (line) => void drawn.push(line) })
    activity.end()
    expect(drawn).toEqual([])
    activity.show('file 1')
    activity.end()
    expect(drawn).toEqual(['file 1', null])
  })
})
