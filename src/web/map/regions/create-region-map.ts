import {
  type FeatureGroup,
  featureGroup,
  type Map as LeafletMap,
  type Polygon,
  polygon,
} from 'leaflet'
import type { RegionMap } from '@/domain/reference/regions/decode-regions'
import type { MapSource } from '@/web/map/base-map/map-source'
import { addTiles } from '@/web/map/base-map/tile-layer'
import { createMapHandle, createMapInPage, type MapHandle } from '@/web/map/create-leaflet-map'
import { findRings } from './find-rings'
import { loadRegionMap } from './load-region-map'

/** A visited region; its name is empty if the country is not divided. */
export interface ShownRegion {
  country: string
  name: string
  /** Its name and its days, for the pointer. */
  label: string
}

export interface RegionMapHandle extends MapHandle {
  show: (regions: readonly ShownRegion[]) => void
  /** Moves to the visited regions of a country. */
  focus: (country: string) => void
}

const FIT = { padding: [20, 20] as [number, number], maxZoom: 9, animate: false }
const ATTRIBUTION = '<a href="https://www.naturalearthdata.com">Natural Earth</a>'

/**
 * Creates a map in `element` with visited countries and regions filled, as soon as their borders are loaded. If they
 * cannot be loaded, it shows only the base map.
 */
export function createRegionMap(element: HTMLElement, source: MapSource): RegionMapHandle {
  const map = createMapInPage(element)
  map.fitWorld()
  addTiles(map, source)
  map.attributionControl.addAttribution(ATTRIBUTION)
  const state: { shown: ShownAreas; isRemoved: boolean; regions: readonly ShownRegion[] } = {
    ...{ shown: new Map(), isRemoved: false, regions: [] },
  }
  const fit = () => fitAreas(map, [...state.shown.values()])
  const draw = (borders: RegionMap) => {
    for (const { outline, visited } of state.shown.values()) {
      outline.remove()
      visited.remove()
    }
    state.shown = drawCountries(map, borders, state.regions)
    element.dataset.regions = String(state.regions.length)
    fit()
  }
  return {
    ...createMapHandle(map, fit),
    remove: () => {
      state.isRemoved = true
      map.remove()
    },
    show: (regions) => {
      state.regions = regions
      void loadRegionMap()
        .then((borders) => {
          if (!state.isRemoved && state.regions === regions) draw(borders)
        })
        .catch(() => undefined)
    },
    focus: (country) => {
      const area = state.shown.get(country)
      if (area) fitAreas(map, [area])
    },
  }
}

/** The drawn areas by country. */
type ShownAreas = Map<string, ShownCountry>

interface ShownCountry {
  outline: Polygon
  visited: FeatureGroup
}

function fitAreas(map: LeafletMap, countries: readonly ShownCountry[]): void {
  const bounds = featureGroup(countries.map(({ visited }) => visited)).getBounds()
  if (bounds.isValid()) map.fitBounds(bounds, FIT)
}

/** Draws the outlines of countries, and the visited regions in them. */
function drawCountries(
  map: LeafletMap,
  borders: RegionMap,
  regions: readonly ShownRegion[],
): ShownAreas {
  const shown: ShownAreas = new Map()
  for (const [country, visited] of Map.groupBy(regions, (region) => region.country)) {
    const whole = findRings(borders, (region) => borders.regions[region]?.country === country)
    const outline = polygon(whole, { className: 'mp-country', interactive: false })
    const areas = visited.map(({ name, label }) => {
      const isInside = (region: number) => {
        const known = borders.regions[region]
        return known?.country === country && known.name === name
      }
      return polygon(findRings(borders, isInside), { className: 'mp-region' }).bindTooltip(label, {
        sticky: true,
      })
    })
    shown.set(country, { outline: outline.addTo(map), visited: featureGroup(areas).addTo(map) })
  }
  return shown
}
