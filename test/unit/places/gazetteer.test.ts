import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeGazetteer, encodeGazetteer, type PlaceRow } from '@/domain/places/gazetteer'
import { createGazetteerLoader, createLocalGeocoder } from '@/services/geocoding/gazetteer'
import { runs } from '../../support/properties'

const town = (name: string, changes: Partial<PlaceRow> = {}): PlaceRow => ({
  ...{ name, country: 'DE', state: '', latitude: 48, longitude: 8, population: 1000 },
  ...changes,
})

const gazetteerOf = (...rows: PlaceRow[]) => decodeGazetteer(encodeGazetteer(rows))
const names = (places: readonly { name: string }[]) => places.map(({ name }) => name)

describe('the gazetteer', () => {
  test('finds names that begin with a text, equal ones first, then the largest', () => {
    const { search } = gazetteerOf(
      town('Freiburg im Üechtland', { population: 38_000 }),
      town('Freiburg', { population: 2000, latitude: 53 }),
      town('Freiburg', { population: 220_000 }),
      town('Neufreiburg', { population: 9_000_000 }),
      town('Freiberg', { population: 40_000 }),
    )
    expect(search('freiburg', 10).map(({ latitude, name }) => [name, latitude])).toEqual([
      ['Freiburg', 48],
      ['Freiburg', 53],
      ['Freiburg im Üechtland', 48],
    ])
    expect(search('frei', 2)).toHaveLength(2)
  })

  test('ignores case, accents and spaces around a name', () => {
    const { search } = gazetteerOf(town('Île-Rousse'), town('Gießen'), town('Łódź'))
    expect(names(search('  ile-rousse ', 9))).toEqual(['Île-Rousse'])
    expect(names(search('GIESSEN', 9))).toEqual(['Gießen'])
    expect(names(search('giess', 9))).toEqual(['Gießen'])
    expect(search('', 9)).toEqual([])
    expect(search('a\nb', 9)).toEqual([])
  })

  test('names the town around a position, not the nearest centre of a village', () => {
    const { nearest } = gazetteerOf(
      town('City', { population: 500_000 }),
      town('Village', { longitude: 8.1, population: 800 }),
    )
    expect(nearest(48, 8.06)?.name).toBe('City')
    expect(nearest(48, 8.1)?.name).toBe('Village')
    expect(nearest(48.7, 9)).toBeUndefined()
  })

  test('finds towns across the antimeridian and near the poles', () => {
    const { nearest } = gazetteerOf(
      town('East', { latitude: -17, longitude: 179.95 }),
      town('Pole', { latitude: 89.9, longitude: 100 }),
    )
    expect(nearest(-17, -179.99)?.name).toBe('East')
    expect(nearest(89.8, 140)?.name).toBe('Pole')
  })

  test('returns every place as it was encoded, to the thousandth of a degree', () => {
    const place = fc.record({
      name: fc.stringMatching(/^[A-Za-zäöüÅ' -]{1,20}$/),
      country: fc.constantFrom('DE', 'US', 'NZ'),
      state: fc.constantFrom('', 'TX'),
      latitude: fc.integer({ min: -90_000, max: 90_000 }).map((units) => units / 1000),
      longitude: fc.integer({ min: -180_000, max: 180_000 }).map((units) => units / 1000),
      population: fc.integer({ min: 1, max: 30_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (rows) => {
        const { get } = gazetteerOf(...rows)
        const decoded = rows.map((_, number) => get(number))
        const facts = ({ name, country, state, latitude, longitude }: PlaceRow) =>
          JSON.stringify([name, country, state, latitude + 0, longitude + 0])
        const shown = decoded.flatMap((row) => (row ? [facts(row)] : []))
        expect(shown.toSorted()).toEqual(rows.map(facts).toSorted())
        expect(get(rows.length)).toBeUndefined()
        for (const row of decoded) {
          const original = rows.find((one) => row && facts(one) === facts(row))
          if (!row || !original || shown.filter((text) => text === facts(row)).length > 1) continue
          expect(Math.abs(Math.log2(row.population / original.population))).toBeLessThan(1)
        }
      }),
      runs(200),
    )
  })
})

describe('the search of places without another server', () => {
  const geocoder = createLocalGeocoder(createGazetteerLoader())

  test('finds a town, with its country in the language of the user, and again by its id', async () => {
    const [found] = await geocoder.search('zürich', 'de')
    expect(found).toMatchObject({ name: 'Zürich', displayName: 'Zürich, Schweiz' })
    expect(Number(found?.lat)).toBeCloseTo(47.37, 1)
    expect(await geocoder.lookup(found?.osmId ?? '', 'fr')).toMatchObject({
      displayName: 'Zürich, Suisse',
    })
  })

  test('falls back to English for an unknown language, and finds nothing for foreign ids', async () => {
    const [paris] = await geocoder.search('Paris', '!!')
    expect(paris?.displayName).toBe('Paris, France')
    for (const id of ['r7444', 'g', 'g999999999', '', 'g-1', 'g1.5'])
      expect(await geocoder.lookup(id)).toBeUndefined()
  })
})
