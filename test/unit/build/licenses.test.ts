import { describe, expect, test } from 'bun:test'
import { collectNotices, SOURCES_OF_DATA } from '@/build/release/licenses'
import packageJson from '../../../package.json'

describe('third-party notices', () => {
  const notices = collectNotices()
  const names = new Set(notices.map(({ name }) => name))

  test('cover every package in the executable, including the runtime and libvips', () => {
    const expected = [...Object.keys(packageJson.dependencies), 'bun']
    expect(expected.filter((name) => !names.has(name))).toEqual([])
    expect([...names].filter((name) => name.includes('sharp-libvips'))).not.toEqual([])
  })

  test('omit development packages, except those that data was created with', () => {
    const development = Object.keys(packageJson.devDependencies)
    const named = development.filter((name) => names.has(name) && name !== 'bun-types')
    expect(named).toEqual(SOURCES_OF_DATA)
  })

  test('contain version, licence and text of each', () => {
    const incomplete = notices.filter(
      ({ version, license, text }) => version === '' || license === '' || text === '',
    )
    expect(incomplete).toEqual([])
  })

  test('contain no licence that is incompatible with shipping under MIT', () => {
    const strong = notices.filter(({ license }) => /(^|[^L])GPL|SSPL|BUSL|CC-BY-NC/.test(license))
    expect(strong.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})
