# The image of Rialto. `docker build -t rialto .` needs the npm registry and this base image:
ARG NODE_IMAGE=docker.io/library/node:26-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
# The packages of the lockfiles come first, so that a change of the code reuses their layer.
COPY .npmrc package.json package-lock.json ./
COPY dashboard/package.json dashboard/package-lock.json dashboard/
RUN npm ci --omit=dev --ignore-scripts && cd dashboard && npm ci --ignore-scripts
COPY . .
# Builds the dashboard, and packs what a machine needs to run the service: the same files as a release.
RUN node scripts/setup.mjs && node scripts/release.mjs
RUN mkdir /app && tar -xzf rialto-*.tgz -C /app --strip-components=1 && mv node_modules /app/ \
  && cd dashboard && npm pkg set version="$(node -p 'require("/app/package.json").version')" \
  && npm sbom --loglevel=error --omit=dev --sbom-format=cyclonedx > /app/sbom.dashboard.cdx.json
WORKDIR /app
# npm lists only a tree without missing packages, so the manifest here names none for development.
RUN node scripts/setup.mjs && npm pkg delete devDependencies \
  && npm sbom --loglevel=error --omit=dev --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json \
  && chmod -R go=rX,u=rwX /app

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Rialto" \
  org.opencontainers.image.description="Self-hosted payments, refunds, wallets, mass payouts and signed webhooks" \
  org.opencontainers.image.licenses="Apache-2.0"
# A number, so that Kubernetes can check runAsNonRoot. The name is for the embedded PostgreSQL, which needs one.
RUN echo 'rialto:x:10001:' >> /etc/group \
  && echo 'rialto:x:10001:10001:Rialto:/data:/usr/sbin/nologin' >> /etc/passwd \
  && mkdir -m 700 /data && chown 10001:10001 /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A first start migrates before it listens.
HEALTHCHECK --interval=10s --timeout=6s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Commands for operators: docker run … rialto service/src/admin.ts ledger check
ENTRYPOINT ["node", "--max-semi-space-size=16"]
CMD ["service/src/main.ts"]
