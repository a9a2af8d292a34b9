import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { takeLinkToken } from './features/sign-in/use-link.ts';
import { applyTheme, readTheme } from './lib/theme.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/frame.css';
import './styles/components.css';
import './styles/filters.css';
import './styles/stats.css';
import './styles/tabs.css';
import './styles/health.css';
import './styles/dialogs.css';
import './styles/tables.css';
import './styles/charts.css';
import './styles/people.css';

applyTheme(readTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
createRoot(root).render(
  <StrictMode>
    <App link={takeLinkToken()} reset={takeLinkToken('/reset-password')} />
  </StrictMode>,
);
