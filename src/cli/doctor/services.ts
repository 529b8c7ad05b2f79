import { createTransport } from 'nodemailer'
import type { Config } from '@/config/config'
import { transportOptions } from '@/mail/transport'
import type { Finding } from './finding'

const PATIENCE = 10_000

/** Asks the services outside that are configured whether they answer. */
export async function examineServices(config: Config): Promise<Finding[]> {
  const { mail, map, elevation, nominatimUrl } = config
  const tile = map.imageTileUrl.replace('{s}', map.subdomains[0] ?? 'a').replace(/\{[zxy]\}/g, '0')
  const addresses = {
    'map tiles': tile,
    'search for places': `${nominatimUrl}/status`,
    'elevations of Open-Elevation': elevation.openElevation,
    'elevations of Valhalla': elevation.valhalla,
  }
  const asked = Object.entries(addresses).flatMap(([what, url]) =>
    url === undefined ? [] : [reach(what, url)],
  )
  return Promise.all([...(mail ? [reachMail(mail)] : []), ...asked])
}

async function reach(what: string, url: string): Promise<Finding> {
  const advice = 'Look at the address and the connection; the server works without meanwhile.'
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
    const isThere = answer.status < 500
    const fault = isThere ? undefined : `${new URL(url).host} answers ${answer.status}`
    return { what, fault, advice, isMild: true }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { what, fault: `${new URL(url).host} does not answer: ${reason}`, advice, isMild: true }
  }
}

async function reachMail(settings: NonNullable<Config['mail']>): Promise<Finding> {
  const transport = createTransport(transportOptions(settings))
  try {
    await transport.verify()
    return { what: 'mail server', fault: undefined }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fault = `${settings.host}:${settings.port} refuses: ${reason}`
    return { what: 'mail server', fault, advice: 'Look at EMAIL_URL.' }
  } finally {
    transport.close()
  }
}
