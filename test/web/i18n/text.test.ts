import { describe, expect, test } from 'bun:test'
import { readSources } from '@/build/source'
import catalogue from '@/reference/locales/en/web.json'
import { t, tCount } from '@/web/i18n/text'

describe('t', () => {
  test('fills in values and leaves unknown places alone', () => {
    expect(t('add.remove', { name: 'ride.gpx' })).toBe('Remove ride.gpx')
    expect(t('add.remove')).toBe('Remove {name}')
  })

  test('counts in the right number', () => {
    expect(tCount('add.created', 1)).toBe('Workout added.')
    expect(tCount('add.created', 0)).toBe('0 workouts added.')
    expect(tCount('add.created', 12)).toBe('12 workouts added.')
  })
})

test('every text of the catalogue is used somewhere', async () => {
  const sources = (await readSources()).filter(({ name }) => name.startsWith('web/'))
  const code = sources.map(({ text }) => text).join('\n')
  const used = (key: string) => code.includes(`'${key.replace(/\.(one|other)$/, '')}'`)
  expect(Object.keys(catalogue).filter((key) => !used(key))).toEqual([])
})

test('the catalogue is sorted, so that merges are calm', () => {
  const keys = Object.keys(catalogue)
  expect(keys).toEqual(keys.toSorted())
})
