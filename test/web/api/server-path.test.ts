import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const WEB = resolve(import.meta.dir, '../../../src/web')

/** Files that prefix API paths with the base path themselves. */
const THROUGH = /toServerPath\(|download\(|fetchFile\(|requestBytes\(|requestEarly\(|TILE_URL = /

test('every server path is prefixed with the base path', () => {
  const found = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(WEB)].flatMap((name) =>
    readFileSync(join(WEB, name), 'utf8')
      .split('\n')
      .filter((line) => /['"`]\/api\/|history\.push\(/.test(line) && !THROUGH.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
