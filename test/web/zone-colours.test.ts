import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { inProject } from '@/build/project'

const tokens = readFileSync(inProject('src', 'web', 'styles', 'tokens.css'), 'utf8')

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const valuesOf = (name: RegExp) =>
  [...tokens.matchAll(name)].flatMap(([, value]) => (value ? [value] : []))

test('every zone has a contrast of at least 3:1 to the grounds and surfaces of both schemes', () => {
  const zones = valuesOf(/--mp-zone-\d: (#\w{6})/g)
  const grounds = valuesOf(/--mp-(?:ground|surface): (#\w{6})/g)
  expect(zones).toHaveLength(7)
  expect(grounds.length).toBeGreaterThanOrEqual(4)
  const weak = zones.flatMap((zone) =>
    grounds
      .filter((ground) => contrast(zone, ground) < 3)
      .map((ground) => `${zone} on ${ground}: ${contrast(zone, ground).toFixed(2)}`),
  )
  expect(weak).toEqual([])
})
