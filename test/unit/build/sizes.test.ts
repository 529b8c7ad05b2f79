import { expect, test } from 'bun:test'
import { measureParts } from '@/build/checks/sizes'
import { sourceFile } from '@/build/checks/source'

const file = (path: string, lines: number) => sourceFile(path, 'x\n'.repeat(lines))

test('code sizes are measured for each part, without migrations and build scripts', () => {
  const sources = [
    ...[file('lib/a.ts', 10), file('server/b.ts', 30), file('store/db/migrations/0001-c.ts', 500)],
    ...[file('web/d.tsx', 5), file('build/e.ts', 700)],
  ]
  expect(
    measureParts(sources, [file('f.test.ts', 1), file('g.test.ts', 2), file('h.ts', 9)]),
  ).toEqual([
    { part: 'server', files: 2, lines: 40, median: 10, longest: 30 },
    { part: 'web', files: 1, lines: 5, median: 5, longest: 5 },
    { part: 'tests', files: 3, lines: 12, median: 2, longest: 9 },
  ])
})
