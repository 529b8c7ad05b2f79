import { describe, expect, test } from 'bun:test'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../support/cli'
import { newTestFolder } from '../support/folder'

/** What a command prints when the data folder is missing, and whether it exists afterwards. */
async function runWithoutFolder(command: string) {
  const folder = join(newTestFolder(), 'data')
  const { code, err } = await run(...command.split(' '), '--data-dir', folder)
  return { code, err: err.replaceAll(folder, 'FOLDER'), isThere: existsSync(folder) }
}

const FOR_ANN = '--user ann'

describe('without a data folder,', () => {
  test.each([
    ...['users update ann --activate', 'users clean_tokens --days 7', 'oauth2 clean --days 7'],
    ...['users export_archives --max 1', 'users clean_archives --days 7', 'workouts refresh'],
    ...[`workouts import test/cli ${FOR_ANN}`, `workouts duplicates ${FOR_ANN}`],
    ...[`workouts undo-import --id x ${FOR_ANN}`, `workouts sport-names ${FOR_ANN}`],
    ...['workouts archive_uploads --max 1', `import strava package.json ${FOR_ANN}`],
    ...[`tokens create --name phone ${FOR_ANN}`, `tokens list ${FOR_ANN}`],
    ...['sports list', 'sports create --label A --behaves-like 5', 'sports delete A'],
    ...[`tokens revoke 1 ${FOR_ANN}`, 'db status', 'db check', 'upgrade', 'backup --to -'],
  ])('milepost %s reports that there is no database and creates none', async (command) => {
    expect(await runWithoutFolder(command)).toEqual({
      code: 3,
      err: 'There is no database at FOLDER/milepost.db. Name the folder of the data with --data-dir FOLDER or DATA_DIR.',
      isThere: false,
    })
  })

  test.each([
    [
      'users create ann --email nobody',
      2,
      'Error(s) occurred:\nemail: valid email must be provided',
    ],
    [
      'users create ann --email ann@example.com --password short',
      2,
      'Error(s) occurred:\npassword: 8 characters required',
    ],
    ['demo --password short', 2, 'Error(s) occurred:\npassword: 8 characters required'],
    [
      'import fittrackee-server --database here --uploads .',
      1,
      'The database is named like postgresql://user:password@host:5432/fittrackee.',
    ],
  ])('milepost %s is rejected before anything is created', async (command, code, err) => {
    expect(await runWithoutFolder(command)).toEqual({ code, err, isThere: false })
  })

  test('creating an account creates the folder', async () => {
    expect(await runWithoutFolder('users create ann --email ann@example.com')).toEqual({
      ...{ code: 0, err: '', isThere: true },
    })
  })
})

test('a database that cannot be accessed is not treated as missing', async () => {
  const folder = newTestFolder()
  symlinkSync('milepost.db', join(folder, 'milepost.db'))
  const { code, out } = await run('upgrade', '--check', '--data-dir', folder)
  expect({ code, out }).toEqual({ code: 1, out: '' })
})
