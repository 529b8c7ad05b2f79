import { describe, expect, test } from 'bun:test'
import { collectNotices, SOURCES_OF_DATA } from '@/build/licenses'
import packageJson from '../../../package.json'

describe('third-party notices', () => {
  const notices = collectNotices()
  const names = new Set(notices.map(({ name }) => name))

  test('cover every package the executable is made of, the runtime and libvips among them', () => {
    const expected = [...Object.keys(packageJson.dependencies), 'bun']
    expect(expected.filter((name) => !names.has(name))).toEqual([])
    expect([...names].filter((name) => name.includes('sharp-libvips'))).not.toEqual([])
  })

  test('leave out what only development needs, but for what data was made of', () => {
    const development = Object.keys(packageJson.devDependencies)
    const named = development.filter((name) => names.has(name) && name !== 'bun-types')
    expect(named).toEqual(SOURCES_OF_DATA)
  })

  test('say version, licence and text of each', () => {
    const incomplete = notices.filter(
      ({ version, license, text }) => version === '' || license === '' || text === '',
    )
    expect(incomplete).toEqual([])
  })

  test('hold no licence that an MIT program cannot ship with', () => {
    const strong = notices.filter(({ license }) => /(^|[^L])GPL|SSPL|BUSL|CC-BY-NC/.test(license))
    expect(strong.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})
