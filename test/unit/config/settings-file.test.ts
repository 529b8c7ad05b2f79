import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@/lib/config/config'
import { listMalformedLines, locateSettings } from '@/lib/config/settings-file'
import { newTestFolder } from '../../support/folder'

describe('malformedLines', () => {
  test.each([
    ['PORT=1\nUI_URL https://x\n', 'line 2: there is no “=”'],
    ['PORT:5000=1', 'line 1: “PORT:5000” is not a name'],
    ['# a comment\n\n=5', 'line 3: “” is not a name'],
    ['UI URL=x', 'line 1: “UI URL” is not a name'],
    ["SENDER_EMAIL='ann@example.com\nPORT=1", 'line 1: the value of SENDER_EMAIL begins with'],
    ['HOST="a" b', 'line 1: the value of HOST begins with a quote'],
  ])('describes the problem in %j', (text, problem) => {
    expect(listMalformedLines(text)).toEqual([expect.stringContaining(problem)])
  })

  test.each([
    '',
    '\uFEFFPORT=1\r\nHOST=x\r\n',
    'export PORT=1',
    ' PORT = 1 # the usual one',
    `A="x # y" # z\nB='it "is"'\nC=\nD="a\\"b"`,
    'EMAIL_URL=smtp://ann:a"b@localhost',
  ])('accepts %j', (text) => {
    expect(listMalformedLines(text)).toEqual([])
  })

  test('never includes a value, which may be a secret', () => {
    expect(listMalformedLines('APP_SECRET_KEY="hunter2\n').join()).not.toContain('hunter2')
  })
})

test('a server that cannot start lists all problems of its settings at once', () => {
  const home = newTestFolder()
  const file = join(home, '.env')
  writeFileSync(file, 'PORT=x\nHOST\nUI_URL=ftp://x\nLOG_LEVEL=loud\nAPP_SECRET_KEY_FILE=/none\n')
  expect(() => loadConfig({ DATA_DIR: join(home, 'data') }, {})).toThrow(
    [
      `${file}, line 2: there is no “=”; write NAME=value, or # before a comment.`,
      'APP_SECRET_KEY_FILE names /none, which cannot be read: correct the path or its permissions.',
      "PORT is 'x': give a whole number from 0 to 65535.",
      "UI_URL is 'ftp://x': give an address that starts with http:// or https://.",
      "LOG_LEVEL is 'loud': choose one of trace, debug, info, warn, error.",
    ].join('\n'),
  )
})

describe('locateSettings', () => {
  /** An installed server with a settings file. */
  function install(text: string) {
    const root = newTestFolder()
    const settingsFile = join(root, 'milepost.env')
    writeFileSync(settingsFile, text)
    return { root, installation: { settingsFile, dataDir: join(root, 'state'), user: 'milepost' } }
  }

  test('uses the data and settings of the server with an installed executable', () => {
    const { installation } = install('PORT=7000\n')
    expect(locateSettings({}, {}, installation)).toMatchObject({
      ...{ dataDir: installation.dataDir, file: installation.settingsFile },
      ...{ raw: { PORT: '7000' }, isInstalled: true },
    })
  })

  test('uses the data folder from the settings of the server, as the systemd unit does', () => {
    const { root, installation } = install('DATA_DIR=/srv/rides\n')
    expect(locateSettings({}, {}, installation).dataDir).toBe('/srv/rides')
    const moved = locateSettings({ DATA_DIR: '/srv/rides' }, {}, installation)
    expect(moved).toMatchObject({ file: installation.settingsFile, dataDir: '/srv/rides' })
    const named = { ENV_FILE: installation.settingsFile }
    expect(locateSettings({}, named).dataDir).toBe('/srv/rides')
    expect(locateSettings({ DATA_DIR: root }, named).dataDir).toBe(root)
  })

  test('reads the settings next to another data folder, even with an installed executable', () => {
    const { root, installation } = install('PORT=7000\n')
    mkdirSync(join(root, 'other'))
    writeFileSync(join(root, 'other', '.env'), 'PORT=8000\n')
    const DATA_DIR = join(root, 'other', 'data')
    expect(locateSettings({ DATA_DIR }, {}, installation)).toMatchObject({
      ...{ raw: { PORT: '8000' }, dataDir: DATA_DIR, isInstalled: false },
    })
  })

  test('uses the working directory with an executable that is not installed', () => {
    expect(locateSettings({}, {})).toMatchObject({
      ...{ dataDir: join(process.cwd(), 'data'), file: join(process.cwd(), '.env') },
      isInstalled: false,
    })
  })
})
