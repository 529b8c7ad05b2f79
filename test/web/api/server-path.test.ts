import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const WEB = resolve(import.meta.dir, '../../../src/web')

/** Who puts the base path before a path of the API. */
const THROUGH = /serverPath\(|download\(|TILE_URL = /

test('no page asks for a path of the server without the base path before it', () => {
  const found = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(WEB)].flatMap((name) =>
    readFileSync(join(WEB, name), 'utf8')
      .split('\n')
      .filter((line) => /['"`]\/api\/|history\.push\(/.test(line) && !THROUGH.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
