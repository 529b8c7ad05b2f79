import { useFullscreenElement } from '@mantine/hooks'
import type { ReactNode, RefObject } from 'react'
import 'leaflet/dist/leaflet.css'
import './map.css'
import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMaximize, IconMinimize, type TablerIcon } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './RouteMap.module.css'

/** The container of a map, with buttons to reset and enlarge it. */
export function MapFrame({
  element,
  label,
  size,
  color,
  resetLabel = t('map.reset'),
  onReset,
  children,
}: {
  /** The element in which the map is created. */
  element: RefObject<HTMLDivElement | null>
  label: string
  /** `full` fills the page below the header. */
  size?: 'tall' | 'full'
  /** Colour of the track, if there is a single one. */
  color?: string
  resetLabel?: string
  onReset: () => void
  /** Content displayed over the map. */
  children?: ReactNode
}) {
  const { ref: frame, fullscreen, toggle } = useFullscreenElement<HTMLDivElement>()
  return (
    <div
      ref={frame}
      data-part="map"
      className={size ? `${classes.frame} ${classes[size]}` : classes.frame}
      style={color ? { '--mp-route': color } : undefined}
    >
      <section ref={element} className={classes.map} aria-label={label} />
      {children}
      <MapButtons
        fullscreen={fullscreen}
        resetLabel={resetLabel}
        onReset={onReset}
        onFullscreen={() => void toggle()}
      />
    </div>
  )
}

/** Buttons that reset the view and toggle full screen. */
function MapButtons({
  fullscreen,
  resetLabel,
  onReset,
  onFullscreen,
}: {
  fullscreen: boolean
  resetLabel: string
  onReset: () => void
  onFullscreen: () => void
}) {
  return (
    <div className={classes.buttons}>
      {/* iPhones support full screen only for videos. */}
      {document.fullscreenEnabled && (
        <MapButton
          label={t(fullscreen ? 'map.small' : 'map.large')}
          icon={fullscreen ? IconMinimize : IconMaximize}
          onClick={onFullscreen}
        />
      )}
      <MapButton label={resetLabel} icon={IconFocusCentered} onClick={onReset} />
    </div>
  )
}

function MapButton({
  label,
  icon: Icon,
  onClick,
}: {
  label: string
  icon: TablerIcon
  onClick: () => void
}) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={onClick}>
      <Icon size={19} stroke={1.75} />
    </ActionIcon>
  )
}
