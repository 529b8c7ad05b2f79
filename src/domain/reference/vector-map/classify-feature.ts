import type { Properties, VectorFeature } from './decode-vector-tile'
import type { LabelKind, Paint } from './map-style'

/** How a feature is shown. */
export interface FeatureClass {
  paint?: Paint | undefined
  label?: LabelKind | undefined
}

type Classify = (properties: Properties, type: VectorFeature['type']) => FeatureClass

/** Kinds of areas in both schemas. Others are not drawn. */
const AREAS: Readonly<Record<string, Paint>> = {
  ...{ farmland: 'farmland', orchard: 'farmland', vineyard: 'farmland', farmyard: 'farmland' },
  ...{ grass: 'grass', grassland: 'grass', meadow: 'grass', scrub: 'grass', wetland: 'grass' },
  ...{ village_green: 'grass', recreation_ground: 'grass', golf_course: 'grass', heath: 'grass' },
  ...{ pitch: 'grass', playground: 'grass', cemetery: 'grass', garden: 'grass', zoo: 'grass' },
  ...{ wood: 'wood', forest: 'wood', park: 'park', protected_area: 'park' },
  ...{ sand: 'sand', beach: 'sand', barren: 'sand', glacier: 'glacier', ice: 'glacier' },
  ...{ residential: 'built', urban_area: 'built', commercial: 'built', industrial: 'built' },
  ...{ retail: 'built', school: 'built', university: 'built', hospital: 'built' },
  ...{ railway: 'built', aerodrome: 'built', pedestrian: 'built', military: 'built' },
}

/** Kinds of roads in both schemas. */
const ROADS: Readonly<Record<string, Paint>> = {
  ...{ motorway: 'motorway', trunk: 'motorway', highway: 'motorway', primary: 'primary' },
  ...{ major_road: 'primary', secondary: 'secondary', tertiary: 'secondary' },
  ...{ medium_road: 'secondary', minor_road: 'street', minor: 'street', service: 'street' },
  ...{ residential: 'street', unclassified: 'street', living_street: 'street', road: 'street' },
  ...{ raceway: 'street', busway: 'street', runway: 'secondary', taxiway: 'street' },
  ...{ track: 'track', path: 'path', footway: 'path', cycleway: 'path', steps: 'path' },
  ...{ bridleway: 'path', pedestrian: 'path', corridor: 'path' },
  ...{ rail: 'rail', transit: 'rail', subway: 'rail', tram: 'rail', light_rail: 'rail' },
  ...{ ferry: 'ferry' },
}

const PLACES: Readonly<Record<string, LabelKind>> = {
  ...{ country: 'country', city: 'city', town: 'town', village: 'village', hamlet: 'suburb' },
  ...{ suburb: 'suburb', neighbourhood: 'suburb', macrohood: 'suburb', quarter: 'suburb' },
  ...{ locality: 'village' },
}

const find = <Value>(table: Readonly<Record<string, Value>>, ...names: unknown[]) => {
  const name = names.find((each) => typeof each === 'string' && Object.hasOwn(table, each))
  return typeof name === 'string' ? table[name] : undefined
}

const classifyArea: Classify = ({ kind, class: name, subclass }, type) =>
  type === 'polygon' ? { paint: find(AREAS, subclass, kind, name) } : {}

const classifyRoad: Classify = ({ kind, kind_detail: detail, class: name }, type) => {
  if (type !== 'line') return {}
  const paint = find(ROADS, detail, kind, name)
  return { paint, label: paint === 'rail' || paint === 'ferry' ? undefined : 'street' }
}

const classifyWater: Classify = (_, type) => {
  if (type === 'point') return { label: 'water' }
  return { paint: type === 'polygon' ? 'water' : 'river' }
}

/** Only borders of countries and of their largest regions, and none at sea. */
const classifyBorder: Classify = ({ kind, admin_level: level, maritime }) => {
  if (maritime === 1 || maritime === true) return {}
  if (kind === 'country' || level === 2) return { paint: 'border' }
  return kind === 'region' || level === 4 ? { paint: 'region' } : {}
}

const classifyPlace: Classify = ({ kind, kind_detail: detail, class: name }, type) =>
  type === 'point' ? { label: find(PLACES, detail, kind, name) } : {}

const classifyPoint: Classify = ({ kind }, type) =>
  type === 'point' && kind === 'peak' ? { label: 'peak' } : {}

/** The layers of both schemas: Protomaps (https://docs.protomaps.com/basemaps/layers), then OpenMapTiles. */
const LAYERS: Readonly<Record<string, Classify>> = {
  landcover: classifyArea,
  landuse: classifyArea,
  water: classifyWater,
  roads: classifyRoad,
  transit: classifyRoad,
  boundaries: classifyBorder,
  buildings: (_, type) => (type === 'polygon' ? { paint: 'building' } : {}),
  places: classifyPlace,
  pois: classifyPoint,
  park: (_, type) => (type === 'polygon' ? { paint: 'park' } : {}),
  waterway: classifyWater,
  transportation: (properties, type) => ({ paint: classifyRoad(properties, type).paint }),
  transportation_name: (_, type) => (type === 'line' ? { label: 'street' } : {}),
  boundary: classifyBorder,
  building: (_, type) => (type === 'polygon' ? { paint: 'building' } : {}),
  place: classifyPlace,
  water_name: (_, type) => (type === 'point' ? { label: 'water' } : {}),
  mountain_peak: () => ({ label: 'peak' }),
}

/** Whether a layer is drawn. */
export const isDrawnLayer = (name: string): boolean => Object.hasOwn(LAYERS, name)

/** Decides how a feature of a layer is shown. */
export const classifyFeature = (
  layer: string,
  { properties, type }: Pick<VectorFeature, 'properties' | 'type'>,
): FeatureClass => (isDrawnLayer(layer) ? (LAYERS[layer]?.(properties, type) ?? {}) : {})
