import { createTransport } from 'nodemailer'
import type { Config } from '@/lib/config/config'
import { transportOptions } from '@/services/mail/transport'
import type { Finding } from './finding'

const TIMEOUT = 10_000

/** Checks that the configured external services respond. */
export async function examineServices(config: Config): Promise<Finding[]> {
  const { login, mail, map, elevation, nominatimUrl } = config
  const tile = map.imageTileUrl?.replace('{s}', map.subdomains[0] ?? 'a').replace(/\{[zxy]\}/g, '0')
  const addresses = {
    'map tiles': tile,
    'search for places': nominatimUrl && `${nominatimUrl}/status`,
    'elevations of Open-Elevation': elevation.openElevation,
    'elevations of Valhalla': elevation.valhalla,
    'login provider': login.provider && discoveryUrl(login.provider.issuer),
  }
  const checks = Object.entries(addresses).flatMap(([what, url]) =>
    url === undefined ? [] : [reach(what, url)],
  )
  return Promise.all([...(mail ? [reachMail(mail)] : []), ...checks])
}

/** Where a provider describes itself (OpenID Connect Discovery, 4.1). */
const discoveryUrl = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

async function reach(what: string, url: string): Promise<Finding> {
  const advice = 'Check the URL and the connection. The server works without it.'
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
    const isThere = response.status < 500
    const problem = isThere ? undefined : `${new URL(url).host} responds with ${response.status}`
    return { what, problem, advice, isMild: true }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      what,
      problem: `${new URL(url).host} does not respond: ${reason}`,
      advice,
      isMild: true,
    }
  }
}

async function reachMail(settings: NonNullable<Config['mail']>): Promise<Finding> {
  const transport = createTransport(transportOptions(settings))
  try {
    await transport.verify()
    return { what: 'mail server', problem: undefined }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = `${settings.host}:${settings.port} does not work: ${reason}`
    return {
      what: 'mail server',
      problem,
      advice: 'Check EMAIL_URL: milepost help email lists causes.',
    }
  } finally {
    transport.close()
  }
}
