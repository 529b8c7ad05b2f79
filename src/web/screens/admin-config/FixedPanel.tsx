import type { ServerConfig } from '@/web/api/server'
import { Facts } from '@/web/components/Facts'
import { Panel } from '@/web/components/Panel'
import { RichText } from '@/web/components/RichText'
import { t } from '@/web/i18n/text'

const yesNo = (yes: boolean) => t(yes ? 'state.on' : 'state.off')

/** Settings that only the environment of the server decides. */
export function FixedPanel({ config }: { config: ServerConfig }) {
  const { elevation_services: elevation } = config
  return (
    <Panel title={t('config.fixed')} text={t('config.fixedText')}>
      <Facts
        facts={[
          [t('health.mail'), yesNo(config.is_email_sending_enabled)],
          [t('health.weather'), config.weather_provider ?? yesNo(false)],
          [t('prefs.elevationTiles'), yesNo(config.elevation_tiles)],
          [t('prefs.elevationA'), yesNo(elevation.open_elevation && !config.elevation_tiles)],
          [t('prefs.elevationB'), yesNo(elevation.valhalla)],
          [t('config.attribution'), <RichText key="map" html={config.map_attribution} />],
          [t('about.version'), config.server_version],
          [t('about.apiVersion'), config.version],
        ]}
      />
    </Panel>
  )
}
