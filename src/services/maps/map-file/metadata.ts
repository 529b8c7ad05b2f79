import type { MapFileInfo } from './map-file'

type Metadata = Pick<MapFileInfo, 'name' | 'attribution' | 'layers'>

/** Reads the metadata of a map file, which are JSON as in TileJSON. Invalid ones count as missing. */
export function parseMetadata(text: string): Metadata {
  const { name, attribution, vector_layers: layers } = parseObject(text)
  return {
    name: asText(name),
    attribution: asText(attribution),
    layers: Array.isArray(layers)
      ? layers.flatMap((layer: { id?: unknown } | null) => asText(layer?.id) ?? [])
      : [],
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
