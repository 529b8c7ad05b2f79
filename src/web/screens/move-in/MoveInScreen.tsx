import { IconFileUpload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { FilePicker } from '@/web/components/FilePicker'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { FORMER_SERVICES } from './former-services'
import classes from './MoveIn.module.css'

/** How to come here from another service: what to download there, and the place to give it to. */
export function MoveInScreen() {
  const navigate = useNavigate()
  const takeIn = (files: File[]) => void navigate({ to: '/workouts/add', state: { files } })
  return (
    <Page
      title={t('moveIn.title')}
      lead={t('moveIn.lead')}
      actions={<Link to="/workouts/tasks">{t('tasks.all')}</Link>}
    >
      <ul className={classes.services} aria-label={t('moveIn.services')}>
        {FORMER_SERVICES.map(({ name, site, steps }) => (
          <li key={steps}>
            <details name="service" className={classes.service}>
              <summary>{name ?? t('moveIn.otherName')}</summary>
              <ol>
                {t(steps)
                  .split('\n')
                  .map((step) => (
                    <li key={step}>{step}</li>
                  ))}
              </ol>
              {site && (
                <p>
                  <a href={site} rel="noreferrer">
                    {new URL(site).hostname}
                  </a>
                </p>
              )}
            </details>
          </li>
        ))}
      </ul>
      <FilePicker onFiles={takeIn} className={classes.upload}>
        <IconFileUpload size={34} stroke={1.5} />
        <span>
          <strong>{t('moveIn.upload')}</strong>
          <small>{t('moveIn.uploadHint')}</small>
        </span>
      </FilePicker>
      <ul className={classes.remarks}>
        <li>{t('moveIn.comes')}</li>
        <li>{t('moveIn.once')}</li>
        <li>{t('moveIn.undo')}</li>
        <li>{t('moveIn.server')}</li>
      </ul>
    </Page>
  )
}
