import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { inProject } from '@/build/project'
import { formatTitle } from '@/domain/places/format-title'
import { titleTexts } from '@/domain/places/title-texts'
import sports from '@/domain/reference/sports.json'
import { titleSportOf } from '@/domain/reference/title-sports'

const place = (name: string) => ({
  ...{ number: 1, name, country: 'DE', state: '', population: 1 },
  ...{ latitude: 48, longitude: 8 },
})

const at = (hour: number, minute = 0) => Date.UTC(2024, 4, 5, hour, minute)

const title = (sportId: number, startedAt: number | null, language = 'en') =>
  formatTitle({ kind: 'to', place: place('Staufen') }, { sportId, startedAt, language })

test.each([
  [3, 59, 'Night ride to Staufen'],
  [4, 0, 'Morning ride to Staufen'],
  [11, 59, 'Morning ride to Staufen'],
  [12, 0, 'Afternoon ride to Staufen'],
  [18, 0, 'Evening ride to Staufen'],
  [22, 0, 'Night ride to Staufen'],
])('at %i:%i', (hour, minute, expected) => {
  expect(title(1, at(hour, minute))).toBe(expected)
})

test('a hidden time is left out, also before 1970', () => {
  expect(title(5, null)).toBe('Run to Staufen')
  expect(title(5, Date.UTC(1969, 0, 1, 8))).toBe('Morning run to Staufen')
})

test('custom sports are called like the sport that they behave like', () => {
  expect(title(50_001, at(8))).toBe('Morning run to Staufen')
  expect(title(1001, at(8))).toBe('Morning workout to Staufen')
})

test('trips around a town and between towns', () => {
  const workout = { sportId: 3, startedAt: at(8), language: 'de' }
  expect(formatTitle({ kind: 'around', place: place('Freiburg') }, workout)).toBe(
    'Morgenwanderung rund um Freiburg',
  )
  const trip = { kind: 'between', from: place('Freiburg'), to: place('Basel') } as const
  expect(formatTitle(trip, workout)).toBe('Morgenwanderung von Freiburg nach Basel')
})

test('titles in other languages are in English', () => {
  const workout = { sportId: 1, startedAt: null, language: 'eu' }
  expect(formatTitle({ kind: 'to', place: place('Bilbao') }, workout)).toBe('Ride to Bilbao')
})

describe('every language', () => {
  const languages = readdirSync(inProject('src', 'domain', 'reference', 'locales'))
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'string'
      ? [...value.matchAll(/\{\w+\}/g)].map(String).sort()
      : Object.fromEntries(
          Object.entries(value as object)
            .map(([key, each]) => [key, shapeOf(each)] as const)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )

  test.each(languages)('%s has all texts with all names', (language) => {
    expect(language === 'en' || titleTexts(language) !== titleTexts('en')).toBe(true)
    expect(shapeOf(titleTexts(language))).toEqual(shapeOf(titleTexts('en')))
  })

  test('has texts for every sport', () => {
    for (const { id } of sports.sports)
      expect(titleTexts('en').sports[titleSportOf(id)].morning).toStartWith('Morning ')
  })
})
