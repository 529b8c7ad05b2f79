import { describe, expect, test } from 'bun:test'
import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MachineAccount } from '@/cli/service/system-accounts'
import { dataDir, runAs, startInNewFolders } from '../support/cli'
import { newTestFolder } from '../support/folder'

const OTHER = 12_345
const isRoot = process.getuid?.() === 0

startInNewFolders()

/** Root as a command sees it. Records the account that it would switch to. */
function root() {
  const became: MachineAccount[] = []
  return { became, identity: { uid: 0, become: (one: MachineAccount) => void became.push(one) } }
}

describe.skipIf(!isRoot)('a command run by root', () => {
  test('runs as the owner of the data folder', async () => {
    chownSync(dataDir(), OTHER, OTHER)
    const { became, identity } = root()
    expect(await runAs({ identity }, 'db', 'status')).toMatchObject({ code: 0, err: '' })
    expect(became).toEqual([{ uid: OTHER, gid: OTHER, name: `user ${OTHER}` }])
  })

  test('stays root for a folder of root and when there is no folder', async () => {
    const { became, identity } = root()
    await runAs({ identity }, 'db', 'status')
    await runAs({ identity }, 'db', 'status', '--data-dir', join(newTestFolder(), 'none'))
    expect(became).toEqual([])
  })

  test('fails when the kernel denies the switch', async () => {
    chownSync(dataDir(), OTHER, OTHER)
    const become = () => {
      throw new Error('setgroups: EPERM')
    }
    const { code, err } = await runAs(
      { identity: { uid: 0, become } },
      ...['users', 'create', 'ann', '--email', 'ann@example.org'],
    )
    expect(code).toBe(5)
    expect(err).toContain(`${dataDir()} belongs to user ${OTHER}`)
    expect(err).toContain(`sudo -u '#${OTHER}' milepost users create …`)
  })

  test('creates the folder of a new installation for its user', async () => {
    const folder = newTestFolder()
    const installation = {
      ...{ dataDir: join(folder, 'state'), settingsFile: join(folder, 'milepost.env') },
      user: 'games',
    }
    const { became, identity } = root()
    const env = { DATA_DIR: '' }
    const command = ['users', 'create', 'ann', '--email', 'ann@example.org']
    expect((await runAs({ identity, installation, env }, ...command)).code).toBe(0)
    expect(became).toMatchObject([{ name: 'games' }])
    expect(statSync(installation.dataDir).uid).toBe(became[0]?.uid ?? -1)
    const unknown = { ...installation, dataDir: join(folder, 'x'), user: 'nobody-at-all' }
    const { err } = await runAs({ identity, installation: unknown, env }, ...command)
    expect(err).toContain('There is no user nobody-at-all: run systemd-sysusers first.')
    expect(existsSync(unknown.dataDir)).toBe(false)
  })
})

describe('a command run by an ordinary account', () => {
  const identity = { uid: OTHER, become: () => undefined }

  test('advises sudo for the data of the installed server', async () => {
    const installation = {
      ...{ dataDir: dataDir(), settingsFile: join(newTestFolder(), 'milepost.env') },
      user: 'milepost',
    }
    const { code, err } = await runAs(
      { identity, installation, env: { DATA_DIR: '' } },
      ...['users', 'create', 'ann', '--email', 'ann@example.org'],
    )
    expect(code).toBe(5)
    expect(err).toContain(`${dataDir()} belongs to the installed server.`)
    expect(err).toContain('sudo milepost users create …')
  })

  test('works on its own data folder with an installed executable', async () => {
    const installation = { dataDir: '/var/lib/none', settingsFile: '/etc/none', user: 'milepost' }
    expect(await runAs({ identity, installation }, 'db', 'status')).toMatchObject({ code: 0 })
  })
})

describe('a suggested command', () => {
  test('repeats the given options', async () => {
    const folder = newTestFolder()
    writeFileSync(join(folder, 'milepost.db'), 'nothing of the kind')
    mkdirSync(join(folder, 'settings'))
    const file = join(folder, 'settings', 'own.env')
    writeFileSync(file, 'PORT=7000\n')
    const env = { DATA_DIR: '', ENV_FILE: file }
    const doctor = ['doctor', '--offline']
    const { out } = await runAs({ env }, ...doctor, '--data-dir', folder)
    expect(out).toContain(`\`ENV_FILE=${file} milepost restore --data-dir ${folder}\``)
    const { err } = await runAs({}, 'db', 'check', '--data-dir', folder)
    expect(err).toContain(`restore a backup (milepost restore --data-dir ${folder} --help)`)
    expect((await runAs({ env: { DATA_DIR: folder } }, ...doctor)).out).toContain(
      '`milepost restore`',
    )
  })
})
