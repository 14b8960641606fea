# Builds the site, and serves it with nginx on port 8080 as a user without rights:
#
#   docker build --build-arg origin=https://www.example.com -t my-site .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL -p 8080:8080 my-site

FROM node:22.12.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The folder of the site, in this one, and where it is published, instead of site.origin.
ARG site=.
ARG origin=
RUN npm run build -- --site "$site" --out /site --host nginx ${origin:+--origin "$origin"}
# A site below a path has its files in folders of that name.
RUN base="$(node -p 'require("/site/.hosts/rules.json").base')" \
  && mkdir -p "/var/www$base" \
  && cp -a /site/. "/var/www$base/"

FROM nginxinc/nginx-unprivileged:1.28.0-alpine-slim
COPY --from=build /site/.hosts/nginx-container.conf /etc/nginx/nginx.conf
COPY --from=build /var/www /var/www
USER 101:101
EXPOSE 8080
# Not that of the base image, which edits its configuration.
ENTRYPOINT ["nginx", "-e", "stderr"]
