import Joi from 'joi';
import { clientsOf, onlineOf, trafficOf } from '../../shared/activity/domain/series-points.js';
import { PATHS } from '../paths.js';
import { seriesEndpoint } from './series-endpoint.js';

const whole = Joi.number().integer().required();

export const onlineSeriesEndpoint = seriesEndpoint({
  operation: 'online_series',
  summary: 'Read how many devices were up and down over time',
  routes: PATHS.onlineSeries,
  fields: { up: whole, down: whole },
  pointsOf: onlineOf,
  present: ({ up, down }) => ({ up, down }),
});

export const clientsSeriesEndpoint = seriesEndpoint({
  operation: 'clients_series',
  summary: 'Read how many clients devices had over time',
  routes: PATHS.clientsSeries,
  fields: { clients: whole },
  pointsOf: clientsOf,
  present: ({ clients }) => ({ clients }),
});

export const trafficSeriesEndpoint = seriesEndpoint({
  operation: 'traffic_series',
  summary: 'Read how many bytes clients sent and received over time',
  routes: PATHS.trafficSeries,
  fields: {
    rx_bytes: whole.description('That clients sent until the next point'),
    tx_bytes: whole.description('That clients received until the next point'),
  },
  pointsOf: trafficOf,
  present: ({ rxBytes, txBytes }) => ({ rx_bytes: rxBytes, tx_bytes: txBytes }),
});
