import { describe, expect, test } from 'bun:test'
import { chooseLabels } from '@/domain/reference/vector-map/choose-labels'
import { classifyFeature } from '@/domain/reference/vector-map/classify-feature'
import { decodeVectorTile } from '@/domain/reference/vector-map/decode-vector-tile'
import { lineAt, MAP_COLOURS, PAINTS } from '@/domain/reference/vector-map/map-style'
import { readScene, type SceneLabel } from '@/domain/reference/vector-map/vector-scene'
import { encodeVectorTile, OPENMAPTILES_TILE, PROTOMAPS_TILE } from '../../support/vector-tiles'

describe('a vector tile', () => {
  test('is decoded to features in pixels, only in wanted layers', () => {
    const bytes = encodeVectorTile({
      roads: [
        {
          type: 'line',
          properties: { name: 'Weg', lanes: 2, width: 2.5, oneway: true },
          lines: [
            [0, 0, 4096, 2048],
            [-16, 8, 16, 32],
          ],
        },
      ],
      other: [{ type: 'point', properties: {}, lines: [[1, 1]] }],
    })
    expect(decodeVectorTile(bytes, (name) => name === 'roads')).toEqual([
      {
        name: 'roads',
        features: [
          {
            type: 'line',
            properties: { name: 'Weg', lanes: 2, width: 2.5, oneway: true },
            lines: [
              [0, 0, 256, 128],
              [-1, 0.5, 1, 2],
            ],
          },
        ],
      },
    ])
  })

  test('that is damaged throws a RangeError or is read, wherever the damage is', () => {
    const whole = encodeVectorTile(PROTOMAPS_TILE)
    for (let at = 0; at < whole.length; at++)
      for (const bytes of [
        whole.subarray(0, at),
        whole.map((byte, i) => (i === at ? ~byte : byte)),
      ])
        try {
          readScene(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
  })
})

test.each([
  ['Protomaps', PROTOMAPS_TILE],
  ['OpenMapTiles', OPENMAPTILES_TILE],
])('a tile of %s shows woods, lakes, roads and places', (_, layers) => {
  const { shapes, labels } = readScene(encodeVectorTile(layers))
  expect(shapes.map(({ paint }) => paint)).toEqual(['wood', 'water', 'primary'])
  expect(labels.map(({ text, kind }) => `${kind} ${text}`).sort()).toEqual([
    'street Ring',
    'town Adorf',
  ])
})

test.each([
  ['roads', { kind: 'highway', kind_detail: 'motorway' }, 'motorway'],
  ['roads', { kind: 'path', kind_detail: 'footway' }, 'path'],
  ['roads', { kind: 'minor_road' }, 'street'],
  ['roads', { kind: 'rail' }, 'rail'],
  ['transportation', { class: 'path', subclass: 'cycleway' }, 'path'],
  ['transportation', { class: 'track' }, 'track'],
  ['transportation', { class: 'unheard of' }, undefined],
  ['boundaries', { kind: 'country' }, 'border'],
  ['boundary', { admin_level: 2 }, 'border'],
  ['boundary', { admin_level: 2, maritime: 1 }, undefined],
  ['boundary', { admin_level: 8 }, undefined],
  ['waterway', { class: 'river' }, 'river'],
] as const)('a line of %s with %p is drawn as %s', (layer, properties, paint) => {
  expect(classifyFeature(layer, { type: 'line', properties }).paint).toBe(paint)
})

test.each(['toString', 'constructor', '__proto__'])(
  'a layer or kind named %s is not drawn',
  (name) => {
    expect(classifyFeature(name, { type: 'polygon', properties: {} })).toEqual({})
    expect(classifyFeature('landuse', { type: 'polygon', properties: { kind: name } })).toEqual({
      paint: undefined,
    })
  },
)

test('everything that is drawn has a colour in both schemes, and lines grow with the zoom level', () => {
  for (const paint of PAINTS) {
    for (const colours of Object.values(MAP_COLOURS))
      expect(colours[paint]).toMatch(/^#[\da-f]{6}$/)
    const [near, far] = [lineAt(paint, 17), lineAt(paint, 8)]
    expect((near?.width ?? 1) >= (far?.width ?? 1)).toBe(true)
  }
})

describe('labels', () => {
  const label = (text: string, changes: Partial<SceneLabel & { scale: number }> = {}) => ({
    ...{ text, kind: 'town' as const, x: 100, y: 100, rank: 200, minZoom: 0, scale: 1 },
    ...changes,
  })
  const choose = (zoom: number, ...labels: ReturnType<typeof label>[]) =>
    chooseLabels(labels, zoom, (text, size) => (text.length * size) / 2).map(({ text }) => text)

  test('do not overlap; the most important ones remain', () => {
    const [big, small] = [label('Zürich', { kind: 'city', rank: 100 }), label('Uster', { x: 120 })]
    expect(choose(10, small, big)).toEqual(['Zürich'])
    expect(choose(10, { ...small, x: 180 }, big)).toEqual(['Zürich', 'Uster'])
    expect(choose(10, { ...small, y: 125 }, big)).toEqual(['Zürich', 'Uster'])
  })

  test('appear at the zoom levels of their kind and tile', () => {
    const [peak, place] = [label('Rigi', { kind: 'peak', y: 50 }), label('Zug', { minZoom: 9 })]
    expect(choose(8, peak, place)).toEqual([])
    expect(choose(9, peak, place)).toEqual(['Zug'])
    expect(choose(11, peak, place)).toHaveLength(2)
  })

  test('of streets need a street as long as they are', () => {
    const along = { angle: 0.4, length: 40 }
    const street = label('Hauptstrasse', { kind: 'street', along })
    expect(choose(15, street)).toEqual([])
    expect(choose(15, { ...street, scale: 2 })).toEqual(['Hauptstrasse'])
  })
})
