/** A position in whole units. */
export type Vertex = readonly [x: number, y: number]

/** A border between two regions, or between a region and none (-1), from one junction of borders to another. */
export interface Border {
  sides: readonly [number, number]
  points: Vertex[]
}

interface Edge {
  from: Vertex
  to: Vertex
  /** The regions of which it is a border. */
  regions: number[]
  isTraced: boolean
}

/** Units in which vertices are compared, along a side of the world. */
export const FINE_UNITS = 2 ** 23

const keyOf = ([x, y]: Vertex): number => x * FINE_UNITS + y

/**
 * Returns the borders of regions from rings of their provinces. Each border is returned once, so that neighbours
 * still share it when it has been simplified. Borders between provinces of the same region are left out.
 */
export function traceBorders(regions: readonly (readonly Vertex[])[][]): Border[] {
  const edges = collectEdges(regions)
  const network = new Network(edges)
  const borders: Border[] = []
  for (const edge of edges)
    for (const vertex of [edge.from, edge.to])
      if (!edge.isTraced && network.isJunction(vertex)) borders.push(network.trace(vertex, edge))
  for (const edge of edges) if (!edge.isTraced) borders.push(network.trace(edge.from, edge))
  return borders
}

/** Edges by their vertices. */
class Network {
  readonly #byVertex = new Map<number, Edge[]>()

  constructor(edges: readonly Edge[]) {
    for (const edge of edges)
      for (const vertex of [edge.from, edge.to]) {
        const known = this.#byVertex.get(keyOf(vertex))
        if (known) known.push(edge)
        else this.#byVertex.set(keyOf(vertex), [edge])
      }
  }

  /** Whether borders begin or end at a vertex: unless exactly two edges with the same regions meet there. */
  isJunction(vertex: Vertex): boolean {
    const [one, other, ...more] = this.#byVertex.get(keyOf(vertex)) ?? []
    return !one || !other || more.length > 0 || one.regions.join() !== other.regions.join()
  }

  /** Follows a border from a vertex until the next junction, or around a region. */
  trace(start: Vertex, first: Edge): Border {
    const points = [start]
    let [vertex, edge]: [Vertex, Edge | undefined] = [start, first]
    while (edge) {
      edge.isTraced = true
      vertex = keyOf(edge.from) === keyOf(vertex) ? edge.to : edge.from
      points.push(vertex)
      const next = this.isJunction(vertex) ? [] : this.#byVertex.get(keyOf(vertex))
      edge = next?.find(({ isTraced }) => !isTraced)
    }
    const [left = -1, right = -1] = first.regions
    return { sides: [left, right], points }
  }
}

/** Returns the edges that are borders of one or two regions. */
function collectEdges(regions: readonly (readonly Vertex[])[][]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const [region, rings] of regions.entries())
    for (const ring of rings)
      for (const [index, to] of ring.entries())
        addEdge(edges, region, [ring.at(index - 1) ?? to, to])
  return [...edges.values()].filter((edge) => edge.regions.length > 0)
}

function addEdge(edges: Map<string, Edge>, region: number, [from, to]: [Vertex, Vertex]): void {
  const [one, other] = [keyOf(from), keyOf(to)]
  if (one === other) return
  const key = one < other ? `${one} ${other}` : `${other} ${one}`
  const known = edges.get(key)
  if (!known) edges.set(key, { from, to, regions: [region], isTraced: false })
  // An edge of two provinces of the same region is inside of it.
  else if (known.regions.includes(region))
    known.regions = known.regions.filter((each) => each !== region)
  else known.regions = [...known.regions, region].sort((a, b) => a - b)
}
