import { expect, test } from 'bun:test'
import { changelog } from '@/build/release/changelog'

test('a changelog lists features, fixes, speedups and required actions', () => {
  expect(
    changelog('0.2.0', '2026-12-01', [
      'feat(workouts): accept KMZ files',
      'fix: keep the last file',
      'docs: tell it',
      'feat(api)!: refuse texts beyond their bounds',
      'perf(db): prepare statements once',
      'Merge branch main',
      'feat(cli): back up',
    ]),
  ).toBe(
    [
      '# 0.2.0 (2026-12-01)',
      '## To be done when upgrading\n\n- **api**: refuse texts beyond their bounds',
      '## New\n\n- **cli**: back up\n- **workouts**: accept KMZ files',
      '## Mended\n\n- keep the last file',
      '## Faster\n\n- **db**: prepare statements once\n',
    ].join('\n\n'),
  )
})

test('a changelog omits empty sections', () => {
  expect(changelog('0.2.0', '2026-12-01', ['chore: tidy up'])).toBe('# 0.2.0 (2026-12-01)\n')
})
