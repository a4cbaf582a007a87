# The first stage builds the server and the dashboard; the second has only what runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs an install script. The image has Node, so remove the packaged one.
RUN npm ci --ignore-scripts
COPY src ./src
COPY web ./web
COPY scripts ./scripts
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production SVC_HOST=0.0.0.0 SVC_PORT=8000 SVC_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/web/dist ./web/dist
COPY package.json LICENSE ./
COPY bin ./bin
# The `errata` command, and a cache for compiled code, which makes a start shorter.
RUN ln -s /app/bin/errata.cjs /usr/local/bin/errata && \
  mkdir -p /data node_modules/.cache/compile && chown node:node /data node_modules/.cache/compile
USER node
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SVC_PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flags of `npm start` (docs/decisions/0005).
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "--v8-pool-size=2", "--expose-gc", "dist/main.js", "serve"]
