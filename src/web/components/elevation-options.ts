import { t } from '@/web/i18n/text'

/** Where altitudes can be taken from on this server: the recording, and the services it is set up with. */
export function elevationOptions(
  services: { open_elevation: boolean; valhalla: boolean } | undefined,
) {
  return [
    { value: 'file', label: t('prefs.elevationFile') },
    ...(services?.open_elevation
      ? [
          { value: 'provider_a', label: t('prefs.elevationA') },
          { value: 'provider_a_smooth', label: t('prefs.elevationASmooth') },
        ]
      : []),
    ...(services?.valhalla ? [{ value: 'provider_b', label: t('prefs.elevationB') }] : []),
  ]
}
