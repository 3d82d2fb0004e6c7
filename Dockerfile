# One image for all processes: the lines of the Procfile; that of the API is the default.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 WORKER_PORT=8081
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/api ./dist/api
COPY --from=build /app/dist/console ./dist/console
COPY --from=build /app/dist/programs ./dist/programs
COPY --from=build /app/dist/shared ./dist/shared
USER node
EXPOSE 8080 8081
# HEALTH_PORT is the port that answers /livez; a worker sets it to WORKER_PORT, a gateway to GATEWAY_ADMIN_PORT. An API answers on ADMIN_PORT if that is set.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || process.env.ADMIN_PORT || process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=64", "dist/programs/api.js"]
