import sharp from 'sharp'

const SIZE = 256

/** A local tile server that always sends the same tile. */
export async function startTileServer(): Promise<{ url: string; stop: () => void }> {
  const pixels = new Uint8Array(SIZE * SIZE * 3)
  // Compressible content that resembles streets.
  for (let i = 0; i < pixels.length; i++) pixels[i] = 200 + 40 * Math.sin(i / 7) * Math.cos(i / 769)
  const raw = { width: SIZE, height: SIZE, channels: 3 as const }
  const tile = new Uint8Array(await sharp(pixels, { raw }).png().toBuffer())
  const server = Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0 },
    fetch: () => new Response(tile, { headers: { 'content-type': 'image/png' } }),
  })
  return {
    url: `http://127.0.0.1:${server.port}/{z}/{x}/{y}.png`,
    stop: () => void server.stop(true),
  }
}
