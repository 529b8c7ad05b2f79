import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'

const text = readFileSync('.github/SECURITY.md', 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \|$/gm)]
const further = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \(L[23]\) \| (.+) \| (.+) \|$/gm)]
const named = [...text.matchAll(/`(test\/[^`]+\.test\.ts)` “([^”]+)”/g)]

test('every requirement of ASVS 5.0 level 1 has one row', () => {
  expect(rows).toHaveLength(70)
  expect(new Set(rows.map(([, id]) => id)).size).toBe(70)
})

test('every requirement of levels 2 and 3 on authentication and sessions has one row', () => {
  expect(further).toHaveLength(47)
  expect(new Set(further.map(([, id]) => id)).size).toBe(47)
  expect(further.filter(([, id = '']) => !/^[67]\./.test(id))).toEqual([])
})

test('every row names a test or a reason why there is none', () => {
  const without = [...rows, ...further].filter(
    ([row]) => !/“|does not apply:|not covered:/.test(row),
  )
  expect(without.map(([row]) => row)).toEqual([])
})

test('every test in the table exists', () => {
  expect(named.length).toBeGreaterThan(60)
  const missing = named.filter(
    ([, path = '', title = '']) => !existsSync(path) || !readFileSync(path, 'utf8').includes(title),
  )
  expect(missing.map(([name]) => name)).toEqual([])
})
