import { expect, test } from 'bun:test'
import { collectNotices } from '@/build/licenses'
import { bom } from '@/build/sbom'

const notices = collectNotices()
const made = bom({ version: '0.2.0', timestamp: '2026-12-01T00:00:00.000Z' }, notices)

test('the bill of materials names every package with its version, licence and address', () => {
  expect(made.components).toHaveLength(notices.length)
  for (const { purl, licenses } of made.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.%+-]+$/)
    expect(licenses).toHaveLength(1)
  }
  expect(made.components.map(({ name }) => name)).toContain('kysely')
})

test('the bill of materials refers to each of its parts once', () => {
  const refs = made.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(made.dependencies[0]).toEqual({ ref: 'milepost', dependsOn: refs })
  expect(made.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})
