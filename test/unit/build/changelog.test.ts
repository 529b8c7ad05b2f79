import { describe, expect, test } from 'bun:test'
import { changelog, readReleaseNotes, requireTagOf } from '@/build/release/changelog'
import { VERSION } from '@/lib/version'
import { version } from '../../../package.json'

const release = { version: '0.2.0', date: '2026-12-01', notes: '## For everyone\n\n- A map.' }

test('a changelog has the notes, then features, fixes, speedups and breaking changes', () => {
  expect(
    changelog(release, [
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
      '## For everyone\n\n- A map.',
      '## Changes that break something\n\n- **api**: refuse texts beyond their bounds',
      '## New\n\n- **cli**: back up\n- **workouts**: accept KMZ files',
      '## Fixed\n\n- keep the last file',
      '## Faster\n\n- **db**: prepare statements once\n',
    ].join('\n\n'),
  )
})

test('a changelog omits empty sections', () => {
  expect(changelog(release, ['chore: tidy up'])).toBe(
    '# 0.2.0 (2026-12-01)\n\n## For everyone\n\n- A map.\n',
  )
})

describe('the notes of a release', () => {
  const text =
    '# Changelog\n\n## 0.2.0\n\nReleased on 2026-12-01.\n\n### New\n\n- A [map](maps.md#tiles).\n\n## 0.1.0\n\nThe first.\n'

  test('are the section of its version, with a date and without links', () => {
    expect(readReleaseNotes('0.2.0', text)).toEqual({
      date: '2026-12-01',
      notes: '## New\n\n- A map.',
    })
  })

  test('must exist and be dated', () => {
    expect(() => readReleaseNotes('0.3.0', text)).toThrow("needs a section '## 0.3.0'")
    expect(() => readReleaseNotes('0.1.0', text)).toThrow('Released on YYYY-MM-DD')
  })

  test('exist for the version of this checkout', () => {
    expect(readReleaseNotes(version).notes).toContain('## When upgrading')
  })
})

test('only the tag of the version is released', () => {
  const env = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v0.2.0' }
  expect(() => requireTagOf('0.2.0', env)).not.toThrow()
  expect(() => requireTagOf('0.2.1', env)).toThrow('The tag is v0.2.0')
  expect(() => requireTagOf('0.2.1', { GITHUB_REF_NAME: 'main' })).not.toThrow()
})

test('sources that are not built have the version of package.json', () => {
  expect(VERSION.server).toBe(`${version}-dev`)
})
