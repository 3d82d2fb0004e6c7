import '@cloudscape-design/global-styles/index.css';
import './app/shell.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyColours } from './app/colour-mode';
import { router } from './app/router';

applyColours();
const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
