import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@/lib/config/read-settings'
import { newFolder } from '../../support/folder'

/** A data folder next to a `.env` file. */
function withFile(text = '') {
  const home = newFolder()
  const dataDir = join(home, 'data')
  mkdirSync(dataDir)
  if (text !== '') writeFileSync(join(home, '.env'), text)
  return { home, dataDir, file: join(home, '.env') }
}

describe('readSettings', () => {
  test('returns the source of each setting', () => {
    const { dataDir, file } = withFile('PORT=1\nHOST=file\nUI_URL=http://file\n')
    const { env, sources } = readSettings(
      { PORT: '3' },
      { PORT: '2', HOST: 'env', DATA_DIR: dataDir },
    )
    expect(env).toMatchObject({ PORT: '3', HOST: 'env', UI_URL: 'http://file' })
    expect(sources).toMatchObject({ PORT: 'flag', HOST: 'environment', UI_URL: file })
  })

  test('reads secrets from files and from systemd credentials', () => {
    const { home, dataDir } = withFile()
    for (const name of ['EMAIL_URL', 'key']) writeFileSync(join(home, name), `${name} content\n`)
    const process = { CREDENTIALS_DIRECTORY: home, APP_SECRET_KEY_FILE: join(home, 'key') }
    const { env, sources } = readSettings({ DATA_DIR: dataDir }, process)
    expect(env).toMatchObject({
      EMAIL_URL: 'EMAIL_URL content',
      APP_SECRET_KEY: 'key content',
    })
    expect(sources.EMAIL_URL).toContain('credential')
    expect(sources.APP_SECRET_KEY).toBe(join(home, 'key'))
  })

  test('reports probable typos, but no variables of other programs', () => {
    const { dataDir } = withFile('UI_ULR=x\nANYTHING=x\n')
    const process = {
      MILEPOST_PORT: '1',
      MILEPOST_NATIVE_DIR: '/x',
      EMAIL_URI: 'x',
      TRUSTED_PROXIE: 'x',
      SENDER_EMAILS: 'x',
      HOME: '/root',
      POST: 'x',
      PATH: '/bin',
    }
    const { unknown } = readSettings({ DATA_DIR: dataDir }, process)
    expect(unknown.toSorted()).toEqual([
      ...['ANYTHING', 'EMAIL_URI', 'MILEPOST_PORT', 'SENDER_EMAILS', 'TRUSTED_PROXIE', 'UI_ULR'],
    ])
  })
})
