import { afterEach, describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, run, startInNewFolders } from '../support/cli'

startInNewFolders()

const file = () => join(dataDir(), '..', '.env')
const dotenv = (text: string) => writeFileSync(file(), text)
afterEach(() => rmSync(file(), { force: true }))

describe('config', () => {
  test('print shows every setting with its source, but no secrets', async () => {
    dotenv('PORT=7001\nEMAIL_URL=smtp://ann:secret@localhost\nSENDER_EMAIL=a@example.com\n')
    const { code, out } = await run('config', 'print')
    expect(code).toBe(0)
    expect(out).toContain(`PORT=7001  # ${file()}`)
    expect(out).toContain(`DATA_DIR=${dataDir()}  # environment`)
    expect(out).toContain('EMAIL_URL=(secret)')
    expect(out).not.toContain('ann:secret')
  })

  test('check reports invalid settings', async () => {
    expect(await run('config', 'check')).toMatchObject({
      code: 0,
      out: 'The settings are valid.',
    })
    dotenv('PORT=x\n')
    expect((await run('config', 'check')).err).toContain("PORT is 'x'")
    dotenv('UI_ULR=x\n')
    expect((await run('config', 'check')).err).toBe(
      "Unknown: UI_ULR. Check the spelling: did you mean 'UI_URL'? milepost config print lists all settings.",
    )
  })
})

test('an unknown command is rejected, whatever its name', async () => {
  for (const name of ['nothing', 'constructor']) {
    const { code, err } = await run(name)
    expect(code).toBe(2)
    expect(err).toContain(`There is no command milepost ${name}.`)
  }
})
